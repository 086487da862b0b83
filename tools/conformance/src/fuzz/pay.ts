import type { TestPayment, TestPaymentOptions } from '@stackcheck/payment-x402/testing';
import type { PaymentMaker } from '../service/payment-maker';
import type { PaymentFlaw, PaymentPlan } from './fuzz-request';

const OTHER_ADDRESS = '0x000000000000000000000000000000000000dEaD';

/** What a plan is carried out with. */
export interface PayingContext {
  readonly maker: PaymentMaker;
  /** Price of the operation, in atomic USDC. */
  readonly price: bigint;
  readonly target: string;
  readonly nowSeconds: number;
  /** A number that no other request has. */
  readonly serial: number;
}

/** The payment headers of a plan, signed now. */
export function payAsPlanned(plan: PaymentPlan, context: PayingContext): (readonly [string, string])[] {
  const { maker, price, target } = context;
  const make = (changes: Partial<TestPaymentOptions> = {}): TestPayment => maker.make(price, target, changes);
  switch (plan.kind) {
    case 'none':
      return [];
    case 'garbage':
      return [[plan.header, plan.text]];
    case 'both':
      return [
        ['PAYMENT-SIGNATURE', make().header],
        ['X-PAYMENT', make({ x402Version: 1 }).header],
      ];
    case 'twice':
      return [
        ['PAYMENT-SIGNATURE', make().header],
        ['PAYMENT-SIGNATURE', make().header],
      ];
    case 'signed': {
      const identifier = identifierOf(plan.identifier, context.serial);
      const { header } = make({
        x402Version: plan.x402Version,
        ...(identifier === undefined ? {} : { identifier }),
        ...flawed(plan.flaw, context),
      });
      return [[plan.x402Version === 1 ? 'X-PAYMENT' : 'PAYMENT-SIGNATURE', header]];
    }
  }
}

function identifierOf(kind: 'none' | 'fresh' | 'worn' | 'malformed', serial: number): unknown {
  if (kind === 'fresh') return `pay_fresh_${String(serial).padStart(12, '0')}`;
  if (kind === 'worn') return `pay_worn_0000000${serial % 10}`;
  return kind === 'malformed' ? 'no' : undefined;
}

function flawed(flaw: PaymentFlaw, { price, nowSeconds }: PayingContext): Partial<TestPaymentOptions> {
  switch (flaw) {
    case 'none':
      return {};
    case 'underpaid':
      return { value: price - 1n };
    case 'another recipient':
      return { to: OTHER_ADDRESS };
    case 'another resource':
      return { resourceUrl: 'https://elsewhere.example/v1/eol/nodejs' };
    case 'no resource':
      return { payload: { resource: undefined } };
    case 'another network':
      return { accepted: { network: 'eip155:1' } };
    case 'another asset':
      return { accepted: { asset: OTHER_ADDRESS } };
    case 'expired':
      return { validBefore: BigInt(nowSeconds + 4) };
    case 'not yet valid':
      return { validAfter: BigInt(nowSeconds + 30) };
    case 'broken signature':
      return { signature: `0x${'1'.repeat(128)}1b` };
    case 'another version':
      return { payload: { x402Version: 3 } };
    case 'another scheme':
      return { accepted: { scheme: 'upto' } };
  }
}
