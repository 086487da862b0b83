import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { LIMITS, systemClock } from '@stackcheck/contract';
import {
  createChainEvidence,
  createPaymentGate,
  createProcessorBudget,
  createReconciler,
  createRefusalLimit,
  createVerificationSlots,
  LocalLocks,
  type Facilitator,
} from '@stackcheck/payment-x402';
import {
  openAdaptiveLedger,
  openPaymentLedger,
  openSandboxNonces,
  type LedgerOptions,
  type OpenPaymentLedger,
} from '@stackcheck/store-sqlite/payments';
import { configuredFacilitators } from '../adapters/configured-facilitators';
import { LimitedFacilitator } from '../adapters/limited-facilitator';
import { RpcEndpoint } from '../adapters/rpc-endpoint';
import { SandboxFacilitator } from '../adapters/sandbox-facilitator';
import type { ApiConfig } from '../config/config';
import type { ContainerOverrides } from './container-overrides';
import { watchSettlements } from '../operations/screening-log';
import { gateLog } from '../sale/payments/gate-log';
import { receiptSigner } from '../sale/payments/keys';
import { l402Rail } from '../sale/payments/l402-rail';
import { provide, take, TOKENS, type Container } from './tokens';

/** Calls that the facilitators get at once, from all processes. */
const FACILITATOR_CALLS_MAX = 64;

/**
 * The sandbox has no thread: it writes each nonce to the same file, on the event loop, where it would wait for the thread's lock.
 * Nor have workers that share all cores among them, unless they are told to.
 */
function openLedger(file: string, config: ApiConfig, options: LedgerOptions): OpenPaymentLedger {
  const { payments, ledgerThread: thread, workers } = config;
  if (payments.mode !== 'facilitator' || thread === 'never') return openPaymentLedger(file, options);
  if (thread === 'busy' && availableParallelism() <= workers) return openPaymentLedger(file, options);
  return openAdaptiveLedger(file, { ...options, thread });
}

/** How everything is made that takes payments: ledger, facilitator, evidence, gates and reconciler. */
export function providePayments(container: Container, config: ApiConfig, overrides: ContainerOverrides): void {
  const { payments } = config;
  const file = join(config.dataDir, 'payments.db');
  provide(container, TOKENS.receiptSigner, () => receiptSigner(config.dataDir));
  const wrapLedger = overrides.wrapLedger ?? ((ledger) => ledger);
  provide(container, TOKENS.ledger, () => {
    if (payments.mode === 'off') return undefined;
    const { faults } = take(container, TOKENS.operations);
    const ledger = openLedger(file, config, {
      bootId: take(container, TOKENS.bootId),
      isShared: overrides.shared !== undefined,
      copiesBeside: true,
    });
    faults.whenBroken((cause) => ledger.fail(cause));
    return faults.watch(wrapLedger(ledger));
  });
  const facilitatorItself = (): Facilitator | undefined => {
    if (overrides.facilitator) return overrides.facilitator;
    if (payments.mode === 'sandbox') {
      const nonces = take(container, TOKENS.operations).faults.watch(openSandboxNonces(file));
      return new SandboxFacilitator({ terms: payments.terms, nonces });
    }
    if (payments.mode === 'off') return undefined;
    const { network: v2, networkName: v1 } = payments.terms;
    return configuredFacilitators(payments.facilitators, { v1, v2 }, gateLog(take(container, TOKENS.logger)));
  };
  provide(container, TOKENS.facilitator, () => {
    const itself = facilitatorItself();
    const facilitator = itself && (overrides.wrapFacilitator?.(itself) ?? itself);
    const metrics = take(container, TOKENS.metrics);
    return (
      facilitator &&
      new LimitedFacilitator(facilitator, {
        clock: systemClock,
        callsMax: Math.ceil(FACILITATOR_CALLS_MAX / config.workers),
        ...(metrics ? { observe: (call, outcome, seconds) => metrics.called(call, outcome, seconds) } : {}),
      })
    );
  });
  provide(container, TOKENS.locks, () => overrides.shared?.locks ?? new LocalLocks());
  provide(container, TOKENS.refusals, () => {
    const limit = createRefusalLimit({ clock: take(container, TOKENS.clock) });
    return overrides.shared?.wrapRefusals(limit) ?? limit;
  });
  provide(container, TOKENS.budget, () =>
    createProcessorBudget({ clock: take(container, TOKENS.clock), share: 1 / config.workers }),
  );
  provide(container, TOKENS.evidence, () =>
    payments.mode === 'facilitator' && payments.rpcUrls.length > 0
      ? createChainEvidence(payments.rpcUrls.map((url) => new RpcEndpoint({ url, chainId: payments.terms.chainId })))
      : undefined,
  );
  provide(container, TOKENS.gate, () => {
    const ledger = take(container, TOKENS.ledger);
    const facilitator = take(container, TOKENS.facilitator);
    if (!ledger || !facilitator || payments.mode === 'off') return undefined;
    const clock = take(container, TOKENS.clock);
    const evidence = take(container, TOKENS.evidence);
    const refusals = take(container, TOKENS.refusals);
    const slotsMax = Math.ceil(LIMITS.refusedPaymentsMax / config.workers);
    return createPaymentGate({
      ...(evidence ? { evidence } : {}),
      ledger,
      facilitator,
      terms: payments.terms,
      clock,
      refusals,
      slots: createVerificationSlots({ refusals, clock, slotsMax }),
      screening: take(container, TOKENS.screening),
      locks: take(container, TOKENS.locks),
      log: watchSettlements(gateLog(take(container, TOKENS.logger)), take(container, TOKENS.screening)),
    });
  });
  provide(container, TOKENS.l402, () => {
    const ledger = take(container, TOKENS.ledger);
    if (!ledger) return undefined;
    return l402Rail(config.l402, {
      dataDir: config.dataDir,
      clock: take(container, TOKENS.clock),
      ledger,
      locks: take(container, TOKENS.locks),
      refusals: take(container, TOKENS.refusals),
      log: gateLog(take(container, TOKENS.logger)),
      ...(overrides.invoices ? { invoices: overrides.invoices } : {}),
    });
  });
  provide(container, TOKENS.reconciler, () => {
    const ledger = take(container, TOKENS.ledger);
    const facilitator = take(container, TOKENS.facilitator);
    if (!ledger || !facilitator || payments.mode === 'off') return undefined;
    const evidence = take(container, TOKENS.evidence);
    return createReconciler({
      ...(evidence ? { evidence } : {}),
      ledger,
      facilitator,
      terms: payments.terms,
      clock: take(container, TOKENS.clock),
      locks: take(container, TOKENS.locks),
      log: watchSettlements(gateLog(take(container, TOKENS.logger)), take(container, TOKENS.screening)),
    });
  });
}
