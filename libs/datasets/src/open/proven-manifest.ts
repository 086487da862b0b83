import { parseKeySet, verifiersOf, type KeySet } from '@stackcheck/signing';
import { manifestFault } from '../sealing/verify-manifest';
import { manifestShapeFault } from '../snapshot/manifest-schema';
import type { Manifest } from '../snapshot/snapshot';
import { parseUpstreamJson, type UpstreamJson } from '../upstream/upstream-json';
import { UpstreamShapeError } from '../upstream/upstream-shape-error';
import { SnapshotError } from './snapshot-error';

/**
 * Opens a manifest by itself, verified: every signature of it holds, by one of the keys.
 * @param bytes the answer of `GET /v1/{dataset}/manifest`, its `data`, or the manifest; as text, UTF-8 or parsed
 * @param keys the published keys (`/.well-known/jwks.json`) or their text, from a source that is trusted
 * @throws SnapshotError where it is not proven; KeyError (`@stackcheck/signing/keys`) where a key is none
 */
export function openManifest(bytes: UpstreamJson, keys: KeySet | string): Manifest {
  const document = membersOf(parsed(bytes));
  const data = document['data'] === undefined ? document : membersOf(document['data']);
  const manifest = requireManifest(data['manifest'] === undefined ? data : data['manifest']);
  requireProven(manifest, keys);
  return manifest;
}

/** A value that has the shape of a manifest, proven or not. @throws SnapshotError */
export function requireManifest(value: unknown): Manifest {
  const { version } = membersOf(value);
  if (typeof version === 'number' && version !== 1) {
    throw new SnapshotError('unknown_version', `its manifest is of version ${version}; this library reads version 1`);
  }
  const fault = manifestShapeFault(value);
  if (fault !== undefined) throw new SnapshotError('unknown_format', `its manifest has another shape (${fault})`);
  return value as Manifest;
}

/** Requires that one of the keys signed a manifest. They are checked one by one, since they may have come from anywhere. */
export function requireProven(manifest: Manifest, keys: KeySet | string): void {
  const verifiers = verifiersOf(parseKeySet(typeof keys === 'string' ? keys : JSON.stringify(keys ?? null)));
  if (!verifiers.has(manifest.key_id)) {
    throw new SnapshotError('wrong_key', `its key "${manifest.key_id}" is not among the keys`);
  }
  const fault = manifestFault(manifest, verifiers);
  if (fault !== undefined) throw new SnapshotError('altered', fault);
}

/** A document that came from elsewhere. @throws SnapshotError where it is no JSON */
export function parsed(bytes: UpstreamJson): unknown {
  try {
    return parseUpstreamJson(bytes);
  } catch (cause) {
    if (!(cause instanceof UpstreamShapeError)) throw cause;
    throw new SnapshotError('not_json', 'it is no JSON text in UTF-8', { cause });
  }
}

/** The members of an object. @throws SnapshotError where it is none */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new SnapshotError('unknown_format', 'it is no snapshot: an object was expected');
}
