import { atomicToUsd, LIMITS, systemClock } from '@stackcheck/contract';
import {
  createChainEvidence,
  createPaymentGate,
  createReconciler,
  createRefusalLimit,
  LocalLocks,
  type Facilitator,
} from '@stackcheck/payment-x402';
import { confirmedEndpoint, RpcEndpoint } from '@stackcheck/payment-http/chain';
import { configuredFacilitators, LimitedFacilitator, SandboxFacilitator } from '@stackcheck/payment-http/facilitators';
import type { ChainEndpoint } from '@stackcheck/payment-x402/evidence';
import { createProcessorBudget, createVerificationSlots } from '@stackcheck/payment-x402/checks';
import { lostSettlements } from '@stackcheck/payment-x402/self';
import type { ApiConfig } from '../config/config';
import { isReal, type RealPayments } from '../config/payments';
import type { ContainerOverrides } from './container-overrides';
import { aroundWrites } from '../operations/around-writes';
import { countSettlements, type SaleFacts } from '../operations/metrics/count-settlements';
import { TracedFacilitator } from '../operations/tracing/traced-facilitator';
import { watchSettlements } from '../operations/screening-log';
import { tellOfLoss } from '../operations/tell-of-loss';
import { gateLog } from '../sale/payments/gate-log';
import { receiptKeys } from '../sale/payments/keys';
import { l402Rail } from '../sale/payments/l402-rail';
import { TOOL_ROUTES } from '../mcp/tool-routes';
import { priceOf } from '../sale/payments/priced-routes';
import { ROUTES } from './routes';
import { openSelfSettling } from './self-settling';
import { provide, take, TOKENS, type Container } from './tokens';

/** Calls that the facilitators get at once, from all processes. */
const FACILITATOR_CALLS_MAX = 64;
/** Payments that wait for a block of ours at once: as many as are worked on. */
const OWN_CALLS_MAX = 256;

/** How everything is made that takes payments: ledger, facilitator, evidence, gates and reconciler. */
export function providePayments(container: Container, config: ApiConfig, overrides: ContainerOverrides): void {
  const { payments } = config;
  provide(container, TOKENS.receiptKeys, () =>
    receiptKeys(config.dataDir, take(container, TOKENS.clock), config.receiptKey),
  );
  const { store } = overrides;
  provide(container, TOKENS.ledger, () => {
    const metrics = take(container, TOKENS.metrics);
    return store && aroundWrites(store.ledger, { metrics, tracing: take(container, TOKENS.tracing) });
  });
  provide(container, TOKENS.gateLog, () => {
    const log = gateLog(take(container, TOKENS.logger));
    const metrics = take(container, TOKENS.metrics);
    return metrics && payments.mode !== 'off' ? countSettlements(log, metrics, saleFacts(config)) : log;
  });
  const facilitatorItself = (): Facilitator | undefined => {
    if (overrides.facilitator) return overrides.facilitator;
    if (payments.mode === 'off' || !store) return undefined;
    if (payments.mode === 'sandbox')
      return new SandboxFacilitator({ terms: payments.terms, nonces: store.sandboxNonces });
    if (payments.mode === 'self') return take(container, TOKENS.self)?.settler;
    const { network: v2, networkName: v1 } = payments.terms;
    return configuredFacilitators(payments.facilitators, { v1, v2 }, take(container, TOKENS.gateLog));
  };
  provide(container, TOKENS.self, () => {
    const ledger = take(container, TOKENS.ledger);
    const evidence = take(container, TOKENS.evidence);
    if (payments.mode !== 'self' || !ledger || !evidence || overrides.facilitator) return undefined;
    const { terms } = payments;
    const [logger, metrics] = [take(container, TOKENS.logger), take(container, TOKENS.metrics)];
    const [clock, onLost] = [take(container, TOKENS.clock), tellOfLoss(logger, metrics)];
    return openSelfSettling(payments, {
      dataDir: config.dataDir,
      hasDuties: (overrides.workerIndex ?? 0) === 0,
      logger,
      metrics,
      onFailed: lostSettlements({ ledger, evidence, terms, clock, onLost }),
      wrap: overrides.wrapSelf,
    });
  });
  provide(container, TOKENS.facilitator, () => {
    const itself = facilitatorItself();
    const facilitator = itself && (overrides.wrapFacilitator?.(itself) ?? itself);
    const metrics = take(container, TOKENS.metrics);
    const tracing = take(container, TOKENS.tracing);
    return (
      facilitator &&
      new LimitedFacilitator(tracing ? new TracedFacilitator(facilitator, tracing) : facilitator, {
        clock: systemClock,
        callsMax: Math.ceil((payments.mode === 'self' ? OWN_CALLS_MAX : FACILITATOR_CALLS_MAX) / config.workers),
        ...(metrics ? { observe: (call, outcome, seconds) => metrics.called(call, outcome, seconds) } : {}),
      })
    );
  });
  provide(container, TOKENS.locks, () => store?.locks ?? new LocalLocks());
  provide(container, TOKENS.refusals, () => {
    const limit = createRefusalLimit({ clock: take(container, TOKENS.clock) });
    return store?.shareRefusals?.(limit) ?? limit;
  });
  provide(container, TOKENS.budget, () =>
    createProcessorBudget({ clock: take(container, TOKENS.clock), share: 1 / config.workers }),
  );
  provide(container, TOKENS.evidence, () =>
    isReal(payments) && payments.rpcUrls.length > 0 ? createChainEvidence(witnessesOf(payments)) : undefined,
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
      log: watchSettlements(take(container, TOKENS.gateLog), take(container, TOKENS.screening)),
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
      log: take(container, TOKENS.gateLog),
      nodes: store?.nodes ?? (() => 1),
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
      log: watchSettlements(take(container, TOKENS.gateLog), take(container, TOKENS.screening)),
    });
  });
}

/** What metrics say of a sale. */
function saleFacts({ payments, prices }: ApiConfig): SaleFacts {
  const routes = [...ROUTES, ...TOOL_ROUTES.map(({ route }) => route)];
  const usd = new Map(routes.map((route) => [route.operationId, Number(atomicToUsd(priceOf(route, prices)))]));
  return { network: payments.mode === 'off' ? '' : payments.terms.network, usdOf: (route) => usd.get(route) ?? 0 };
}

/** Where we wait for several blocks by ourselves, evidence waits for them as well. */
function witnessesOf(payments: RealPayments): readonly ChainEndpoint[] {
  const { rpcUrls, terms } = payments;
  const nodes = rpcUrls.map((url) => new RpcEndpoint({ url, chainId: terms.chainId }));
  if (payments.mode !== 'self') return nodes;
  return nodes.map((node) => confirmedEndpoint(node, payments.gas.limits.confirmations));
}
