import type { OutcomeSnapshot } from '@stackcheck/report';

interface Meta {
  readonly dataset?: string;
  readonly snapshot_id?: string;
  readonly as_of?: string;
  readonly key_id?: string;
  readonly starter?: boolean;
}

/** The snapshots that an answer names, wherever in its metadata. */
export function snapshotsIn(meta: unknown, nowMs: number): readonly OutcomeSnapshot[] {
  if (typeof meta !== 'object' || meta === null) return [];
  const { dataset, snapshot_id: id, as_of: asOf, key_id: keyId, starter } = meta as Meta;
  const own =
    // The combination of several has no snapshot of its own.
    dataset === undefined || dataset === 'stack' || id === undefined || asOf === undefined
      ? []
      : [
          {
            dataset,
            snapshot_id: id,
            as_of: asOf,
            age_hours: Math.max(0, Math.floor((nowMs - Date.parse(asOf)) / 3_600_000)),
            key_id: keyId ?? '',
            starter: starter === true,
          },
        ];
  return [...own, ...Object.values(meta).flatMap((member) => snapshotsIn(member, nowMs))];
}
