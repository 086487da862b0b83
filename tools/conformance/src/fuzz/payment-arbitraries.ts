import fc from 'fast-check';
import type { PaymentFlaw, PaymentPlan } from './fuzz-request';
import { asHeaderValue, longText, wildText } from './wild-text';

const FLAWS: readonly PaymentFlaw[] = [
  'underpaid',
  'another recipient',
  'another resource',
  'no resource',
  'another network',
  'another asset',
  'expired',
  'not yet valid',
  'broken signature',
  'another version',
  'another scheme',
];

const signed: fc.Arbitrary<PaymentPlan> = fc.record({
  kind: fc.constant('signed' as const),
  x402Version: fc.constantFrom(2, 2, 1),
  identifier: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'fresh', 'fresh', 'fresh', 'worn', 'malformed'),
  flaw: fc.oneof(
    { arbitrary: fc.constant<PaymentFlaw>('none'), weight: 4 },
    { arbitrary: fc.constantFrom(...FLAWS), weight: 1 },
  ),
});

const base64Json = fc
  .oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.record(
      {
        x402Version: fc.constantFrom(1, 2, 3, '2', null),
        accepted: fc.jsonValue(),
        payload: fc.jsonValue(),
        resource: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  )
  .map((value) => Buffer.from(JSON.stringify(value)).toString('base64'));

const garbage: fc.Arbitrary<PaymentPlan> = fc.record({
  kind: fc.constant('garbage' as const),
  header: fc.constantFrom('PAYMENT-SIGNATURE', 'X-PAYMENT'),
  text: fc.oneof(
    base64Json,
    wildText.map(asHeaderValue),
    longText.map(asHeaderValue),
    fc.base64String(),
    fc.constant(Buffer.from('['.repeat(9_000)).toString('base64')),
    fc.constant('A'.repeat(41_000)),
  ),
});

/** How requests pay. */
export const payments: fc.Arbitrary<PaymentPlan> = fc.oneof(
  { arbitrary: fc.constant<PaymentPlan>({ kind: 'none' }), weight: 2 },
  { arbitrary: signed, weight: 16 },
  { arbitrary: garbage, weight: 2 },
  { arbitrary: fc.constantFrom<PaymentPlan>({ kind: 'both' }, { kind: 'twice' }), weight: 1 },
);
