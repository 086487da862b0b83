import { provenBy, unproven, type Claim } from './claim';
import { keyFault, type KnownKeys } from './known-keys';
import { canonicalOf, isSigned, manifestClaim, readManifest } from './manifest-claim';
import { textOf, type Members } from './members';
import { digestOf, type Proof } from './proof';

/** The claims of a downloaded snapshot: its identity, and that its content is what that identity names. */
export function* snapshotClaims(manifest: Members, snapshot: unknown, known: KnownKeys): Proof<readonly Claim[]> {
  const reading = yield* readManifest(manifest, known);
  const { snapshotId } = reading;
  if (!reading.ok) return [manifestClaim(reading), unproven('content', snapshotId, 'its manifest is not proven')];
  const same = (yield* hashOf(snapshot)) === manifest['sha256'];
  const content = same
    ? provenBy('content', snapshotId, reading.keyId)
    : unproven('content', snapshotId, 'its SHA-256 is not that of the manifest');
  return [manifestClaim(reading), content];
}

/** The claims of a downloaded delta: the identity of the snapshot that it leads to, and that its changes are as signed. */
export function* deltaClaims(manifest: Members, delta: Members, known: KnownKeys): Proof<readonly Claim[]> {
  const reading = yield* readManifest(manifest, known);
  const fault = reading.ok ? yield* deltaFault(manifest, delta, known) : 'its manifest is not proven';
  const claim =
    fault === undefined
      ? provenBy('delta', reading.snapshotId, textOf(delta, 'key_id') ?? '')
      : unproven('delta', reading.snapshotId, fault);
  return [manifestClaim(reading), claim];
}

function* deltaFault(
  manifest: Members,
  { sha256, key_id, signature, ...unsigned }: Members,
  known: KnownKeys,
): Proof<string | undefined> {
  const { from, to } = unsigned;
  if (to !== manifest['snapshot_id']) return 'it leads to another snapshot than the manifest is of';
  if ((yield* hashOf(unsigned)) !== sha256) return 'its changes are not those that its SHA-256 is of';
  const keyId = String(key_id);
  const fault = keyFault(known, keyId, Date.parse(String(manifest['fetched_at'])) / 1000);
  if (fault !== undefined) return fault;
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
