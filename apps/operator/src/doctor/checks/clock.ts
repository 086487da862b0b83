import type { ApiConfig } from '@stackcheck/api';
import type { Check, DoctorContext } from '../doctor-context';
import { findingsOf } from '../finding';

const { ok, skipped, warning, fault } = findingsOf('clock');

const TIMEOUT_MS = 5_000;
/** A `Date` header names whole seconds; the API warns of a clock that is 2 s off, and pauses at 5 s. */
const WARNED_SECONDS = 3;
const FAULT_SECONDS = 5;

/** Our clock against the time that facilitators and nodes put into their answers: unlike the head of a chain, it does not stand still. */
export const clock: Check = {
  name: 'clock',
  async run(context) {
    const urls = witnessesOf(context.config.payments);
    const answers = await Promise.all(urls.map((url) => offsetOf(url, context)));
    const offsets = answers.filter((offset) => offset !== null);
    if (offsets.length === 0) return [skipped('nobody says what time it is: run NTP')];
    // One that is wrong itself must not be believed against the others.
    const offset = offsets.reduce((least, other) => (Math.abs(other) < Math.abs(least) ? other : least));
    const seconds = Math.abs(offset);
    if (seconds <= WARNED_SECONDS) return [ok('our clock agrees with the answers of others')];
    const make = seconds > FAULT_SECONDS ? fault : warning;
    const what = `our clock is ${Math.round(seconds)} s ${offset > 0 ? 'behind' : 'ahead'}, by the answers of ${offsets.length} others`;
    return [make(what, 'authorizations seem expired or not yet valid, and payments pause', 'run NTP (timedatectl)')];
  },
};

function witnessesOf(payments: ApiConfig['payments']): readonly string[] {
  if (payments.mode === 'facilitator') return [...payments.facilitators.map(({ url }) => url), ...payments.rpcUrls];
  return payments.mode === 'self' ? payments.rpcUrls : [];
}

/** Seconds that another clock is ahead of ours, as of the middle of the call; null where it says nothing. */
async function offsetOf(url: string, { clock: ours }: DoctorContext): Promise<number | null> {
  const [askedMs, startedMs] = [ours.now(), ours.monotonic()];
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  const middleMs = askedMs + (ours.monotonic() - startedMs) / 2;
  await response?.body?.cancel();
  // Of an answer out of a cache it is the time at which that was made.
  if (response === undefined || response.headers.has('age')) return null;
  const saidMs = Date.parse(response.headers.get('date') ?? '');
  // It was cut to whole seconds.
  return Number.isNaN(saidMs) ? null : (saidMs + 500 - middleMs) / 1_000;
}
