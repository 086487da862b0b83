import type { Offer402 } from '@stackcheck/payment-x402/offer';
import type { Tracing } from '../operations/tracing/tracing';
import type { Call } from './call';
import type { SalesDeps } from './sales';
import { TracedSales } from './traced-sales';

interface Span {
  readonly name: string;
  readonly facts: object | undefined;
  readonly end?: object | undefined;
}

interface Step<Made> extends Span {
  readonly factsOf?: (made: Made) => object;
}

const OFFER = { paymentRequired: 'e30=' } as Offer402;
const CALL = { route: { operationId: 'some' }, priced: { offer: { render: () => OFFER } } } as unknown as Call;
const FACTS = { 'stackcheck.route': 'some' };

/** Sales of a service that is too busy for any, and the spans of what was asked of them. */
function traced() {
  const spans: Span[] = [];
  const tracing = {
    moment({ name, facts }: Span, act: () => unknown): unknown {
      spans.push({ name, facts });
      return act();
    },
    async step<Made>({ name, facts, factsOf }: Step<Made>, act: () => Promise<Made>): Promise<Made> {
      const made = await act();
      spans.push({ name, facts, end: factsOf?.(made) });
      return made;
    },
  };
  const overload = { sheds: () => true, retryAfterSeconds: () => 1 };
  return { sales: new TracedSales({ overload } as unknown as SalesDeps, tracing as unknown as Tracing), spans };
}

it('the span of a sale without a payment says that an offer was made, which is one of its own', async () => {
  const { sales, spans } = traced();

  expect(await sales.sell(CALL)).toEqual({ kind: 'offer', offer: OFFER });
  expect(spans).toEqual([
    { name: 'stackcheck.offer', facts: FACTS },
    { name: 'stackcheck.sale', facts: FACTS, end: { 'stackcheck.outcome': 'offer' } },
  ]);
});

it('the span of a sale that is refused says why', async () => {
  const { sales, spans } = traced();
  await sales.sell({ ...CALL, payment: { rail: 'both' } });

  expect(spans).toEqual([
    { name: 'stackcheck.sale', facts: FACTS, end: { 'stackcheck.outcome': 'refused', 'stackcheck.code': 'paused' } },
  ]);
});
