import { randomUUID } from 'node:crypto';
import type { Clock } from '@stackcheck/contract';
import type { ChainEvidence, Facilitator } from '@stackcheck/payment-x402';
import type { ReconcileReport } from '@stackcheck/payment-x402/reconcile';
import type { PaymentSummary } from '@stackcheck/payment-x402/store';
import type { ApiConfig } from '../config/config';
import { buildContainer } from './container';
import { openConfiguredReader, openPaymentStore } from './payment-store';
import { take, TOKENS } from './tokens';

/** How a reconciliation on demand is made. */
export interface ReconcileCommand {
  /** Only report what would be done; safe while an API runs. */
  readonly dryRun: boolean;
  readonly print: (line: string) => void;
  readonly clock: Clock;
  /** Replaces the configured ones, in tests. */
  readonly facilitator?: Facilitator;
  readonly evidence?: ChainEvidence;
}

/** How often the lease is renewed: three times in its lifetime. */
const LEASE_EVERY_MS = 10_000;
/** The reconciler's own margin: a facilitator may answer for a settled payment a while after its window closed. */
const MARGIN_SECONDS = 60;
const ROWS_MAX = 1_000;

/**
 * Closes open payments as the running API does, for when none runs. It holds the ledger's lease, so that no API starts meanwhile:
 * this process could not see the API's payments in flight.
 * @returns exit code: 0 nothing is open any more (or a dry run was made); 1 something is, or an API runs; 2 payments are off
 */
export async function reconcileCommand(config: ApiConfig, command: ReconcileCommand): Promise<0 | 1 | 2> {
  if (config.payments.mode === 'off') {
    command.print('payments are off or unconfigured, so there is nobody to reconcile with');
    return 2;
  }
  return command.dryRun ? dryRun(config, command) : reconcile(config, command);
}

async function reconcile(config: ApiConfig, { clock, facilitator, print }: ReconcileCommand): Promise<0 | 1> {
  const hostId = `reconcile-${randomUUID()}`;
  // A disk that fails ends the run with an exit code anyway.
  const onFatal = (why: string): void => print(`the ledger cannot be trusted any more: ${why}`);
  const store = (await openPaymentStore(config, { hostId }))!;
  const { lease } = store;
  const held = await lease.hold(clock.now());
  if (held.kind === 'other_host') {
    await store.close();
    print(
      held.movedTo === undefined
        ? 'an API takes payments with this ledger and reconciles by itself: stop it first, or use --dry-run'
        : `this ledger was moved to ${held.movedTo}, where its open payments are, too`,
    );
    return 1;
  }
  const container = buildContainer(config, { clock, facilitator, store, onFatal });
  // A renewal that fails is a fault of the store, which hears of it by itself.
  const renewal = setInterval(() => void lease.hold(clock.now()).catch(() => undefined), LEASE_EVERY_MS);
  try {
    take(container, TOKENS.operations);
    const reconciler = take(container, TOKENS.reconciler)!;
    let [settled, released] = [0, 0];
    let report: ReconcileReport;
    do {
      report = await reconciler.runOnce();
      settled += report.settled;
      released += report.released;
    } while (report.settled + report.released > 0);
    print(`settled ${settled}, released ${released}, still open ${report.open}`);
    return report.open + report.late === 0 ? 0 : 1;
  } finally {
    await take(container, TOKENS.self)?.close();
    clearInterval(renewal);
    await lease.release().finally(() => store.close());
  }
}

async function dryRun(config: ApiConfig, { clock, print, ...deps }: ReconcileCommand): Promise<0> {
  const evidence = deps.evidence ?? evidenceOf(config, clock);
  const reader = await openConfiguredReader(config);
  const nowSeconds = clock.now() / 1_000;
  try {
    const inState = (state: PaymentSummary['state']) => reader.list({ state, limit: ROWS_MAX });
    const open = [...(await inState('settling')), ...(await inState('unknown'))];
    const watched = (await inState('refused')).filter(
      ({ validBefore }) => evidence && validBefore + MARGIN_SECONDS < nowSeconds,
    );
    for (const payment of [...open, ...watched])
      print(`payment ${payment.id}  ${payment.state}  ${await predictedOutcome(payment, evidence, nowSeconds)}`);
    print(`${open.length} open and ${watched.length} refused payments looked at; nothing was changed`);
    return 0;
  } finally {
    await reader.close();
  }
}

/** Only the nodes are made; nothing is opened for writing. */
function evidenceOf(config: ApiConfig, clock: Clock): ChainEvidence | undefined {
  return take(
    buildContainer(config, { clock, facilitator: undefined, store: undefined, onFatal: () => undefined }),
    TOKENS.evidence,
  );
}

async function predictedOutcome(
  { key, state, value, validBefore, payTo, createdAt }: PaymentSummary,
  evidence: ChainEvidence | undefined,
  nowSeconds: number,
): Promise<string> {
  const found = await evidence?.find({ ...key, value, validBefore, payTo: payTo.toLowerCase() }, createdAt);
  if (found?.kind === 'paid') return `would be settled: the chain shows ${found.transaction}`;
  const isSettleable = state !== 'refused' && nowSeconds < validBefore + MARGIN_SECONDS;
  if (isSettleable) return 'would be sent to the facilitator again';
  if (found?.kind === 'never') return `would be released: ${found.reason}`;
  return `would stay: ${found?.reason ?? 'its window closed, and without RPC_URL the chain cannot be asked'}`;
}
