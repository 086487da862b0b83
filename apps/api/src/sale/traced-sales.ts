import type { Offer402 } from '@stackcheck/payment-x402/offer';
import type { StepFacts, Tracing } from '../operations/tracing/tracing';
import type { Call, OpenCall } from './call';
import type { Sale } from './sale';
import { Sales, type SalesDeps } from './sales';

/** Sales, each of which is a span around those of its steps. */
export class TracedSales extends Sales {
  constructor(
    deps: SalesDeps,
    private readonly tracing: Tracing,
  ) {
    super({ ...deps, answering: (act) => tracing.step({ name: 'stackcheck.answer' }, act) });
  }

  override offer(call: OpenCall): Offer402 {
    return this.tracing.moment({ name: 'stackcheck.offer', facts: routeOf(call) }, () => super.offer(call));
  }

  override sell(call: Call): Promise<Sale> {
    return this.tracing.step({ name: 'stackcheck.sale', facts: routeOf(call), factsOf: factsOf }, () =>
      super.sell(call),
    );
  }
}

function routeOf({ route }: OpenCall): StepFacts {
  return { 'stackcheck.route': route.operationId };
}

function factsOf(sale: Sale): StepFacts {
  if (sale.kind === 'refused') return { 'stackcheck.outcome': sale.kind, 'stackcheck.code': sale.error.code };
  if (sale.kind === 'answer') return { 'stackcheck.outcome': sale.kind, 'stackcheck.replayed': sale.paid.replayed };
  return { 'stackcheck.outcome': sale.kind };
}
