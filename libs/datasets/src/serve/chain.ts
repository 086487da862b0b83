import type { Manifest } from '../snapshot/snapshot';

/** A snapshot said to come from further ahead was made by a wrong clock, and would keep every later one out. */
const AHEAD_MAX_MS = 5 * 60_000;

/**
 * Why a snapshot is no successor of the one being served (reference: rollback and fast-forward defences).
 * @param old the snapshot being served, if any
 * @param listed manifests of the store, newest first; older ones may have been removed
 */
export function chainFault(
  next: Manifest,
  old: Manifest | undefined,
  listed: readonly Manifest[],
  nowMs: number,
): string | undefined {
  if (Date.parse(next.fetched_at) > nowMs + AHEAD_MAX_MS) return `its time, ${next.fetched_at}, lies ahead`;
  if (next.prev_snapshot_id === next.snapshot_id) return 'it names itself as its predecessor';
  if (old === undefined) return undefined;
  if (!old.starter && next.fetched_at <= old.fetched_at) {
    return `it is from ${next.fetched_at}, not after the served one of ${old.fetched_at}`;
  }
  return descendsFrom(next, old.snapshot_id, listed) ? undefined : `its chain does not lead to ${old.snapshot_id}`;
}

function descendsFrom(next: Manifest, ancestorId: string, listed: readonly Manifest[]): boolean {
  const byId = new Map(listed.map((manifest) => [manifest.snapshot_id, manifest]));
  let previousId = next.prev_snapshot_id;
  // Bounded by the list, so that a forged circle ends, too.
  for (let steps = 0; steps <= listed.length; steps += 1) {
    if (previousId === ancestorId) return true;
    if (previousId === null) return false;
    const previous = byId.get(previousId);
    // Removed by retention: how the chain went on before it can no longer be seen.
    if (previous === undefined) return true;
    previousId = previous.prev_snapshot_id;
  }
  return false;
}
