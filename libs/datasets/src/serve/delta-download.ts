import { canonicalJson } from '@stackcheck/signing';
import { joinBytes } from '../snapshot/join-bytes';
import type { LiveSnapshot } from '../snapshot/live-snapshot';
import type { SnapshotReader } from '../store/snapshot-store';
import type { VerifierMap } from '../sealing/verify-manifest';
import { deltaFault } from '../delta/signed-delta';
import type { StoredDelta } from '../snapshot/stored-delta';

/** What somebody who has an earlier snapshot gets; `none`: there is no delta from that one, and `reason` is a sentence. */
export type DeltaDownload =
  /** `{"manifest":…,"delta":…}` as JSON; the delta is a `SignedDelta`. */
  | { readonly kind: 'delta'; readonly bytes: Uint8Array }
  | { readonly kind: 'none'; readonly reason: string }
  /** The snapshot is newer than what is served here: this node is behind, and what it has would lead back. */
  | { readonly kind: 'behind'; readonly reason: string };

/**
 * The verified delta from an earlier snapshot to the one being served. One that does not verify is as good as none: the
 * whole snapshot is the way out in either case.
 * @param from id of the earlier snapshot, as somebody sent it
 */
export function deltaDownload(
  to: LiveSnapshot,
  from: string,
  reader: Pick<SnapshotReader, 'delta' | 'isForgotten'>,
  verifiers: VerifierMap,
): DeltaDownload {
  const { dataset, snapshot_id: id } = to.manifest;
  const stored = reader.delta(dataset, from, id);
  if (stored === undefined && isNewer(from, id) && !reader.isForgotten(dataset, from)) {
    return { kind: 'behind', reason: `this node has not taken up ${dataset} snapshot ${from} yet` };
  }
  if (stored === undefined) return { kind: 'none', reason: `no ${dataset} snapshot of this id is kept` };
  // Asked with both ends, so that these are signed for and not merely what the store filed it under.
  const fault = deltaFault({ ...stored, dataset, from, to: id }, verifiers);
  if (fault !== undefined) return { kind: 'none', reason: `the delta from this snapshot is not served: ${fault}` };
  return { kind: 'delta', bytes: download(to, stored) };
}

/** Whether an id states a later time than another of the same dataset: between its dashes, in a form that sorts. */
function isNewer(from: string, served: string): boolean {
  const [name, at] = from.split('-');
  const [servedName, servedAt] = served.split('-');
  return name === servedName && at! > servedAt!;
}

function download({ manifestDocument }: LiveSnapshot, { body, proof }: StoredDelta): Uint8Array {
  const withoutBrace = body.subarray(0, body.length - 1);
  return joinBytes([
    '{"manifest":',
    manifestDocument.bytes,
    ',"delta":',
    withoutBrace,
    `,${canonicalJson(proof).slice(1)}`,
    '}',
  ]);
}
