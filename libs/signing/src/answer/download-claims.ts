import { canonicalBytes, CanonicalJsonError } from '../canonical-json';
import { sha256Hex } from '../digest';
import type { Verifier } from '../ed25519';
import { provenBy, unproven, type Claim } from './claim';
import { isSigned, manifestClaim, readManifest } from './manifest-claim';
import { textOf, type Members } from './members';

/** The claims of a downloaded snapshot: its identity, and that its content is what that identity names. */
export function snapshotClaims(
  manifest: Members,
  snapshot: unknown,
  verifiers: ReadonlyMap<string, Verifier>,
): readonly Claim[] {
  const reading = readManifest(manifest, verifiers);
  const { snapshotId } = reading;
  if (!reading.ok) return [manifestClaim(reading), unproven('content', snapshotId, 'its manifest is not proven')];
  const same = hashOf(snapshot) === manifest['sha256'];
  const content = same
    ? provenBy('content', snapshotId, reading.keyId)
    : unproven('content', snapshotId, 'its SHA-256 is not that of the manifest');
  return [manifestClaim(reading), content];
}

/** The claims of a downloaded delta: the identity of the snapshot that it leads to, and that its changes are as signed. */
export function deltaClaims(
  manifest: Members,
  delta: Members,
  verifiers: ReadonlyMap<string, Verifier>,
): readonly Claim[] {
  const reading = readManifest(manifest, verifiers);
  const fault = reading.ok ? deltaFault(manifest, delta, verifiers) : 'its manifest is not proven';
  const claim =
    fault === undefined
      ? provenBy('delta', reading.snapshotId, textOf(delta, 'key_id') ?? '')
      : unproven('delta', reading.snapshotId, fault);
  return [manifestClaim(reading), claim];
}

function deltaFault(
  manifest: Members,
  { sha256, key_id, signature, ...unsigned }: Members,
  verifiers: ReadonlyMap<string, Verifier>,
): string | undefined {
  const { from, to } = unsigned;
  if (to !== manifest['snapshot_id']) return 'it leads to another snapshot than the manifest is of';
  if (hashOf(unsigned) !== sha256) return 'its changes are not those that its SHA-256 is of';
  const verifier = verifiers.get(String(key_id));
  if (verifier === undefined) return `key "${String(key_id)}" is not among the keys`;
  const statement = { type: 'delta', version: 1, dataset: manifest['dataset'], from, to, sha256, key_id };
  if (typeof signature !== 'string' || !isSigned(statement, signature, verifier)) return 'its signature does not hold';
  return undefined;
}

/** SHA-256 of a value's canonical form; undefined where it has none. */
function hashOf(value: unknown): string | undefined {
  try {
    return sha256Hex(canonicalBytes(value));
  } catch (error) {
    if (error instanceof CanonicalJsonError) return undefined;
    throw error;
  }
}
