import { provenBy, unproven, type Claim } from './claim';
import { canonicalOf, isSigned, manifestClaim, readManifest } from './manifest-claim';
import { textOf, type Members } from './members';
import { digestOf, type Proof } from './proof';

/** The claims of a downloaded snapshot: its identity, and that its content is what that identity names. */
export function* snapshotClaims(
  manifest: Members,
  snapshot: unknown,
  keyIds: ReadonlySet<string>,
): Proof<readonly Claim[]> {
  const reading = yield* readManifest(manifest, keyIds);
  const { snapshotId } = reading;
  if (!reading.ok) return [manifestClaim(reading), unproven('content', snapshotId, 'its manifest is not proven')];
  const same = (yield* hashOf(snapshot)) === manifest['sha256'];
  const content = same
    ? provenBy('content', snapshotId, reading.keyId)
    : unproven('content', snapshotId, 'its SHA-256 is not that of the manifest');
  return [manifestClaim(reading), content];
}

/** The claims of a downloaded delta: the identity of the snapshot that it leads to, and that its changes are as signed. */
export function* deltaClaims(manifest: Members, delta: Members, keyIds: ReadonlySet<string>): Proof<readonly Claim[]> {
  const reading = yield* readManifest(manifest, keyIds);
  const fault = reading.ok ? yield* deltaFault(manifest, delta, keyIds) : 'its manifest is not proven';
  const claim =
    fault === undefined
      ? provenBy('delta', reading.snapshotId, textOf(delta, 'key_id') ?? '')
      : unproven('delta', reading.snapshotId, fault);
  return [manifestClaim(reading), claim];
}

function* deltaFault(
  manifest: Members,
  { sha256, key_id, signature, ...unsigned }: Members,
  keyIds: ReadonlySet<string>,
): Proof<string | undefined> {
  const { from, to } = unsigned;
  if (to !== manifest['snapshot_id']) return 'it leads to another snapshot than the manifest is of';
  if ((yield* hashOf(unsigned)) !== sha256) return 'its changes are not those that its SHA-256 is of';
  const keyId = String(key_id);
  if (!keyIds.has(keyId)) return `key "${keyId}" is not among the keys`;
  const statement = { type: 'delta', version: 1, dataset: manifest['dataset'], from, to, sha256, key_id };
  if (typeof signature !== 'string' || !(yield* isSigned(statement, signature, keyId)))
    return 'its signature does not hold';
  return undefined;
}

/** SHA-256 of a value's canonical form; undefined where it has none. */
function* hashOf(value: unknown): Proof<string | undefined> {
  const bytes = canonicalOf(value);
  return bytes && (yield* digestOf(bytes));
}
