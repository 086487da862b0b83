import type { StoredEvent } from './stored-ledger';

/** What may follow what in the history of a payment; the schemas' triggers say the same while rows are written. */
const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  '': ['settling'],
  settling: ['settled', 'refused', 'unknown', 'released'],
  unknown: ['settled', 'refused', 'released'],
  refused: ['settling', 'settled', 'released'],
  settled: ['delivered', 'lost'],
  released: [],
  delivered: ['lost'],
};

/**
 * What a history has reached with one more event: a settled payment whose transfer was lost is still settled, or delivered.
 * @param before empty at the beginning
 */
export function reached(before: string, state: string): string {
  return state === 'lost' ? before : state;
}

/** Whether a payment can become that. @param before what its history `reached`; empty at the beginning */
export function mayFollow(before: string, state: string): boolean {
  return FOLLOWS[before]?.includes(state) ?? false;
}

/**
 * The history of one payment that several processes wrote, whose clocks may differ: each one's events stay in their order, and what comes
 * next is the earliest that can. A time that would go back becomes the one before it.
 * @param byProcess events of this payment, for each process in its order
 * @returns undefined when there is no such order
 */
export function orderedHistory(byProcess: readonly (readonly StoredEvent[])[]): readonly StoredEvent[] | undefined {
  const total = byProcess.reduce((sum, { length }) => sum + length, 0);
  const next = byProcess.map(() => 0);
  const found: StoredEvent[] = [];
  const search = (before: string): boolean => {
    if (found.length === total) return true;
    const heads = byProcess
      .flatMap((events, process) => {
        const event = events[next[process]!];
        return event && mayFollow(before, event.state) ? [{ event, process }] : [];
      })
      .sort((a, b) => a.event.at - b.event.at || a.process - b.process);
    for (const { event, process } of heads) {
      found.push(event);
      next[process]!++;
      if (search(reached(before, event.state))) return true;
      found.pop();
      next[process]!--;
    }
    return false;
  };
  if (!search('')) return undefined;
  let at = 0;
  return found.map((event) => ({ ...event, at: (at = Math.max(at, event.at)) }));
}
