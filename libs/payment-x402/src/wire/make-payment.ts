import { networkOf } from '../terms/networks';
import { encodeHeader } from './headers';
import { isIdentifier, PAYMENT_IDENTIFIER } from './identifier';
import type { OfferedRequirement, PaymentRequired } from './payment-required';
import type { Authorization } from './transfer-authorization';
import { toTransferPayload } from './transfer-payload';

/** What a payment header is made of. */
export interface PaymentParts {
  readonly offer: Pick<PaymentRequired, 'x402Version' | 'resource' | 'extensions'>;
  /** The entry of the offer's `accepts` that is paid. */
  readonly requirement: Pick<OfferedRequirement, 'scheme' | 'network' | 'offered'>;
  readonly authorization: Authorization;
  /** 0x hex. */
  readonly signature: string;
  /** Sent where the offer knows the extension: 16 to 128 characters of `A-Z a-z 0-9 _ -`. */
  readonly identifier: string;
}

/** A payment as the header that carries it. */
export interface PaymentHeader {
  readonly name: 'PAYMENT-SIGNATURE' | 'X-PAYMENT';
  readonly value: string;
}

/**
 * The header of a payment, in the version of its offer. Version 2 echoes resource, requirement and extensions as they were offered, since sellers
 * compare them.
 * @throws RangeError for an identifier that breaks the extension's rule
 */
export function paymentHeader({
  offer,
  requirement,
  authorization,
  signature,
  identifier,
}: PaymentParts): PaymentHeader {
  if (!isIdentifier(identifier))
    throw new RangeError('a payment-identifier has 16 to 128 characters of A-Z a-z 0-9 _ -');
  const payload = toTransferPayload(authorization, signature);
  if (offer.x402Version === 1) {
    const network = networkOf(requirement.network)?.name ?? requirement.network;
    return { name: 'X-PAYMENT', value: encodeHeader({ x402Version: 1, scheme: requirement.scheme, network, payload }) };
  }
  const extensions = withIdentifier(offer.extensions, identifier);
  return {
    name: 'PAYMENT-SIGNATURE',
    value: encodeHeader({
      x402Version: 2,
      resource: offer.resource,
      accepted: requirement.offered,
      payload,
      ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
    }),
  };
}

/** Whether an offer knows the extension payment-identifier, so that the same payment gets the same answer again. */
export function knowsIdentifier({ extensions }: Pick<PaymentRequired, 'extensions'>): boolean {
  return Object.hasOwn(extensions, PAYMENT_IDENTIFIER);
}

function withIdentifier(offered: Readonly<Record<string, unknown>>, id: string): Readonly<Record<string, unknown>> {
  if (!knowsIdentifier({ extensions: offered })) return offered;
  const extension = objectOr(offered[PAYMENT_IDENTIFIER], {});
  const info = { ...objectOr(extension['info'], { required: false }), id };
  return { ...offered, [PAYMENT_IDENTIFIER]: { ...extension, info } };
}

function objectOr(value: unknown, otherwise: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : otherwise;
}
