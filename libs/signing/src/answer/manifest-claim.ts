import { canonicalText } from '../canonical-text';
import { preAuthEncoding } from '../pre-auth-encoding';
import { provenBy, unproven, type Claim } from './claim';
import { keyFault, type KnownKeys } from './known-keys';
import { textOf, type Members } from './members';
import { isSignatureOf, type Proof } from './proof';

/** DSSE payload type of every statement that is signed. */
export const STATEMENT_TYPE = 'application/vnd.stackcheck.statement.v1+json';

/** Members that a statement names in its own way; a manifest that has them, too, would have two meanings. */
const OF_THE_STATEMENT = ['type', 'as_of', 'source', 'scope'];

/** A manifest whose signatures all hold, with the signatures that `meta` of an answer may bear. */
export type ManifestReading =
  | { readonly ok: true; readonly keyId: string; readonly snapshotId: string; readonly signatures: readonly string[] }
  | { readonly ok: false; readonly snapshotId: string | null; readonly fault: string };

/**
 * Checks every signature of a manifest. What is signed is the manifest itself, canonical, without its signatures and with
 * two members renamed, so that no member can be added, changed or left out unnoticed.
 */
export function* readManifest(manifest: Members, known: KnownKeys): Proof<ManifestReading> {
  const snapshotId = textOf(manifest, 'snapshot_id') ?? null;
  const no = (fault: string): ManifestReading => ({ ok: false, snapshotId, fault });
  const { signature, scopes, fetched_at, source_url, ...rest } = manifest;
  const keyId = textOf(manifest, 'key_id');
  if (snapshotId === null || keyId === undefined || typeof signature !== 'string' || !isScopes(scopes)) {
    return no('it is no manifest');
  }
  const twice = OF_THE_STATEMENT.find((name) => name in manifest);
  if (twice !== undefined) return no(`the manifest has a member "${twice}", which none has`);
  const fault = keyFault(known, keyId, Date.parse(String(fetched_at)) / 1000);
  if (fault !== undefined) return no(fault);
  for (const { scope, signature: by } of [{ scope: 'dataset', signature }, ...scopes]) {
    const statement = { type: 'snapshot', ...rest, as_of: fetched_at, source: source_url, scope };
    if (!(yield* isSigned(statement, by, keyId)))
      return no(`the signature of scope "${scope}" is not over this manifest`);
  }
  return { ok: true, keyId, snapshotId, signatures: [signature, ...scopes.map((scope) => scope.signature)] };
}

/** Whether a signature is over a statement. What has no canonical form was never signed. */
export function* isSigned(statement: Members, signature: string, keyId: string): Proof<boolean> {
  const bytes = canonicalOf(statement);
  return bytes !== undefined && (yield* isSignatureOf(keyId, preAuthEncoding(STATEMENT_TYPE, bytes), signature));
}

/** The canonical form of a value; undefined where it has none. */
export function canonicalOf(value: unknown): Uint8Array | undefined {
  const text = canonicalText(value);
  return text === undefined ? undefined : new TextEncoder().encode(text);
}

/** The claim of a manifest by itself. */
export function manifestClaim(reading: ManifestReading): Claim {
  return reading.ok
    ? provenBy('snapshot', reading.snapshotId, reading.keyId)
    : unproven('snapshot', reading.snapshotId, reading.fault);
}

interface Scope {
  readonly name: string;
  readonly scope: string;
  readonly signature: string;
}

/** A list of scopes, each named as its statement is and without further members. */
function isScopes(value: unknown): value is readonly Scope[] {
  return (
    Array.isArray(value) &&
    value.every((entry: Partial<Record<keyof Scope, unknown>> | null) => {
      if (typeof entry !== 'object' || entry === null || Object.keys(entry).length !== 3) return false;
      const { name, scope, signature } = entry;
      if (typeof name !== 'string' || typeof scope !== 'string' || typeof signature !== 'string') return false;
      return scope.startsWith(`dataset+${name}-map:`);
    })
  );
}
