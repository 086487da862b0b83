import type { TurnedAway } from './overload-gate';
import type { Pause, PauseReason } from './pause';

/** How often something happened since the start, and how often within a quiet time makes it a warning. */
interface Watched {
  readonly reason: PauseReason;
  readonly kinds: readonly TurnedAway[];
  readonly from: number;
  readonly detail: string;
}

const WATCHED: readonly Watched[] = [
  {
    reason: 'slow_bodies',
    kinds: ['slow_body', 'broken_body'],
    from: 5,
    detail: 'bodies of requests with a payment come late or not at all',
  },
  {
    reason: 'places',
    kinds: ['busy', 'client_share'],
    from: 1,
    detail: 'requests with a payment find no place: too many are under way, of all clients or of one',
  },
  {
    reason: 'client_budget',
    kinds: ['over_budget'],
    from: 1,
    detail: 'requests that were not paid for took as much processor time as one client may spend',
  },
];

/** So long after the last one the warning goes. */
const QUIET_MS = 60_000;

/** Warns the operator of requests that are turned away. Buyers from elsewhere notice none of it, so it is never more. */
export class AdmissionWatch {
  private readonly seen = WATCHED.map((watched) => ({ watched, total: 0, sinceQuiet: 0, lastMs: -Infinity }));

  constructor(
    private readonly counts: Readonly<Record<TurnedAway, number>>,
    private readonly pause: Pick<Pause, 'report'>,
  ) {}

  /** @param nowMs monotonic */
  look(nowMs: number): void {
    for (const one of this.seen) {
      const { reason, kinds, from, detail } = one.watched;
      const total = kinds.reduce((sum, kind) => sum + this.counts[kind], 0);
      if (total > one.total) {
        one.sinceQuiet += total - one.total;
        one.total = total;
        one.lastMs = nowMs;
      } else if (nowMs - one.lastMs >= QUIET_MS) {
        one.sinceQuiet = 0;
      }
      this.pause.report(reason, one.sinceQuiet >= from ? 'warn' : 'clear', detail);
    }
  }
}
