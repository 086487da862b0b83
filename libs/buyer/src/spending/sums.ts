import type { AtomicUsdc } from '@stackcheck/contract';
import type { BookEntry, BookState, BookTotal } from './book-state';

/** What is looked up: the payments of one network, and of these one day or one session. */
export interface SumOf {
  readonly network: string;
  readonly day?: string;
  readonly session?: string;
}

/** What was spent or is reserved, in atomic units. */
export function spent({ entries, totals }: BookState, of: SumOf): AtomicUsdc {
  const counted = [...entries.filter(({ state }) => state !== 'released'), ...totals];
  return sum(counted.filter((one) => matches(one, of)));
}

function matches(one: BookTotal, { network, day, session }: SumOf): boolean {
  return (
    one.network === network &&
    (day === undefined || one.day === day) &&
    (session === undefined || one.session === session)
  );
}

function sum(rows: readonly { readonly amount: string }[]): AtomicUsdc {
  return rows.reduce((total, { amount }) => total + BigInt(amount), 0n);
}

/** Days after which the sums of a session that bought nothing since are dropped. */
const SESSION_DAYS_MAX = 40;
const DAY_MS = 86_400_000;

/**
 * The book without what is not needed any more: closed payments of the day before yesterday and older become sums, and sums of sessions that
 * have been quiet for 40 days go. No sum of a day within these 40 changes.
 */
export function condensed(state: BookState, today: string): BookState {
  const [yesterday, oldest] = [1, SESSION_DAYS_MAX].map((days) => dayBefore(today, days)) as [string, string];
  const isFolded = (entry: BookEntry): boolean => entry.order === null && entry.day < yesterday;
  const folded = state.entries.filter(isFolded);
  const counted = [...state.entries.filter((entry) => entry.state !== 'released'), ...state.totals];
  const isQuiet = ({ session }: BookTotal): boolean =>
    !counted.some((one) => one.session === session && one.day >= oldest);
  if (folded.length === 0 && !state.totals.some(isQuiet)) return state;
  const totals = new Map<string, BookTotal>();
  for (const row of [...state.totals, ...folded.filter((entry) => entry.state === 'settled')]) {
    const { day, session, network, amount } = row;
    const key = JSON.stringify([day, session, network]);
    const before = totals.get(key)?.amount ?? '0';
    if (!isQuiet(row)) totals.set(key, { day, session, network, amount: String(BigInt(before) + BigInt(amount)) });
  }
  return { ...state, entries: state.entries.filter((entry) => !isFolded(entry)), totals: [...totals.values()] };
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}
