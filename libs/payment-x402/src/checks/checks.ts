import { LIMITS, type AtomicUsdc, type ErrorCode } from '@stackcheck/contract';
import type { PaymentTerms } from '../terms/payment-terms';
import type { Payment } from '../read/read-payment';
import { isSameResource } from '../wire/resource';

/** What a payment is checked against. */
export interface CheckContext {
  readonly terms: PaymentTerms;
  readonly price: AtomicUsdc;
  readonly resourceUrl: string;
  /** The name that the 402 gave it, if that is another one. */
  readonly offeredUrl?: string | undefined;
  /** Unix seconds. */
  readonly nowSeconds: number;
}

/** Why a payment is refused. */
export interface CheckFault {
  readonly code: ErrorCode;
  readonly message?: string;
}

type Rule = (payment: Payment, context: CheckContext) => CheckFault | null;

const scheme: Rule = (payment) =>
  payment.named.scheme === 'exact' ? null : { code: 'payment_invalid', message: 'Only the scheme "exact" is taken.' };

const network: Rule = ({ x402Version, named }, { terms }) =>
  named.network === (x402Version === 2 ? terms.network : terms.networkName) ? null : { code: 'payment_wrong_network' };

const asset: Rule = ({ named }, { terms }) =>
  named.asset === null || isSameAddress(named.asset, terms.asset) ? null : { code: 'payment_wrong_asset' };

const payTo: Rule = ({ named, authorization }, { terms }) =>
  isSameAddress(authorization.to, terms.payTo) && (named.payTo === null || isSameAddress(named.payTo, terms.payTo))
    ? null
    : { code: 'payment_wrong_payto' };

const resource: Rule = ({ x402Version, named }, { resourceUrl, offeredUrl }) => {
  if (named.resource !== null) {
    const isCalled = isSameResource(named.resource, resourceUrl);
    return isCalled || (offeredUrl !== undefined && isSameResource(named.resource, offeredUrl)) ? null : WRONG_RESOURCE;
  }
  return x402Version === 2 ? { ...WRONG_RESOURCE, message: 'The payment names no resource.url.' } : null;
};

const WRONG_RESOURCE: CheckFault = { code: 'payment_wrong_resource' };

const amount: Rule = ({ named, authorization }, { price }) =>
  authorization.value >= price && (named.amount === null || named.amount >= price)
    ? null
    : { code: 'payment_underpaid' };

/** The chain wants `validAfter` strictly past, facilitators and the specification not ahead; equal is let through. */
const window: Rule = ({ authorization }, { nowSeconds }) => {
  const now = BigInt(nowSeconds);
  if (authorization.validBefore - now < BigInt(LIMITS.paymentValidBeforeMarginSeconds))
    return { code: 'payment_expired', message: 'validBefore is less than 5 seconds ahead.' };
  return authorization.validAfter > now ? { code: 'payment_expired', message: 'validAfter is in the future.' } : null;
};

/** Order decides which code wins (decisions, "Order of work", step 6). */
const TIMELESS_RULES: readonly Rule[] = [scheme, network, asset, payTo, resource, amount];
const RULES: readonly Rule[] = [...TIMELESS_RULES, window];

/** The first rule that a payment breaks, or null. */
export function checkPayment(payment: Payment, context: CheckContext): CheckFault | null {
  return firstFault(RULES, payment, context);
}

/** The first rule that the words of a payment break, whatever the time. */
export function checkTerms(payment: Payment, context: CheckContext): CheckFault | null {
  return firstFault(TIMELESS_RULES, payment, context);
}

/** Whether the window alone would refuse a payment now. */
export function checkWindow(payment: Payment, context: CheckContext): CheckFault | null {
  return window(payment, context);
}

/** Whether a payment is one to us on our terms and inside its window, whatever its amount and resource. */
export function isOnOurTerms(payment: Payment, context: CheckContext): boolean {
  return firstFault([scheme, network, asset, payTo, window], payment, context) === null;
}

function firstFault(rules: readonly Rule[], payment: Payment, context: CheckContext): CheckFault | null {
  for (const rule of rules) {
    const fault = rule(payment, context);
    if (fault) return fault;
  }
  return null;
}

function isSameAddress(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
