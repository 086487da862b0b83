import { atomicToUsd, utcDay, type Clock } from '@stackcheck/contract';
import type { PaymentStore } from '@stackcheck/payment-x402';
import type { ApiConfig } from '../config/config';
import type { HealthBody, LedgerNode, OpenPayment, OperatorFacts, SettledDay } from '../operator/operator-facts';
import { take, TOKENS, type Container } from './tokens';

/** How many days are shown. */
const DAYS = 30;
const DAY_MS = 86_400_000;
/** Payments that are read for them, on the event loop: some milliseconds. */
const PAYMENTS_MAX = 2_000;
const OPEN_MAX = 20;
/** Characters of a payer's address that are shown, as in the log. */
const PAYER_CHARS = 10;

/** Collects what the operator's page shows. What cannot be read is left out: the page is for when something is wrong. */
export function operatorFactsOf(
  container: Container,
  { config, store }: { readonly config: ApiConfig; readonly store: PaymentStore | undefined },
): () => Promise<OperatorFacts> {
  const clock = take(container, TOKENS.clock);
  return async () => {
    const { ready, reason, body } = take(container, TOKENS.service).health();
    const [settled, open, nodes] = await Promise.all([
      settledDays(store, config.payments.mode === 'sandbox', clock).catch(() => NOTHING_SETTLED),
      openPayments(store).catch(() => []),
      nodesOf(config).catch(() => []),
    ]);
    // The same body that /health answers, of which the page reads a part.
    const health = body as HealthBody;
    return { at: new Date(clock.now()).toISOString(), ready, reason, health, open, nodes, ...settled };
  };
}

const NOTHING_SETTLED = { days: [], lost: { payments: 0, usd: 0 }, areDaysWhole: true } as const;

type Settled = Pick<OperatorFacts, 'days' | 'lost' | 'areDaysWhole'>;

async function settledDays(
  store: PaymentStore | undefined,
  isSandbox: boolean,
  clock: Pick<Clock, 'now'>,
): Promise<Settled> {
  if (!store) return NOTHING_SETTLED;
  const nowMs = clock.now();
  const sums = new Map<string, SettledDay>();
  for (let back = DAYS - 1; back >= 0; back--) {
    const day = utcDay(nowMs - back * DAY_MS);
    sums.set(day, { day, payments: 0, usd: 0 });
  }
  const read = await store.reader.list({ limit: PAYMENTS_MAX });
  const lost = { payments: 0, usd: 0 };
  for (const { state, evidence, createdAt, value, lostAt } of read) {
    const sum = sums.get(utcDay(createdAt));
    // Payments of a sandbox that the same ledger served before moved no money.
    if (!sum || state !== 'settled' || (evidence === 'sandbox' && !isSandbox)) continue;
    const usd = Number(atomicToUsd(value));
    if (lostAt !== null) {
      lost.payments++;
      lost.usd += usd;
      continue;
    }
    sums.set(sum.day, { ...sum, payments: sum.payments + 1, usd: sum.usd + usd });
  }
  const oldest = read.at(-1);
  const areDaysWhole = read.length < PAYMENTS_MAX || oldest === undefined || !sums.has(utcDay(oldest.createdAt));
  return { days: [...sums.values()], lost, areDaysWhole };
}

async function openPayments(store: PaymentStore | undefined): Promise<readonly OpenPayment[]> {
  const open = (await store?.ledger.open(OPEN_MAX)) ?? [];
  return open.map(({ id, state, routeId, key, value, createdAt }) => ({
    id,
    state,
    route: routeId,
    payer: key.payer.slice(0, PAYER_CHARS),
    usd: atomicToUsd(value),
    since: new Date(createdAt).toISOString(),
  }));
}

async function nodesOf({ ledger }: ApiConfig): Promise<readonly LedgerNode[]> {
  if (ledger.kind !== 'postgres') return [];
  const { openPostgresCluster } = await import('@stackcheck/store-postgres');
  const nodes = await openPostgresCluster(ledger.url).nodes();
  return nodes.map(({ place, isGone, startedAt, payments }) => ({
    place,
    isGone,
    startedAt: startedAt.toISOString(),
    payments,
  }));
}
