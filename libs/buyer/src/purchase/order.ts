import { bytesToHex } from '@noble/hashes/utils';
import {
  paymentHeader,
  transferTypedData,
  type Authorization,
  type OfferedRequirement,
  type PaymentHeader,
  type PaymentRequired,
} from '@stackcheck/payment-x402/wire';
import { BuyerError } from '../errors/buyer-error';
import { unixSeconds } from '../ports/timing';
import type { BookEntry, KeptRequest, PaymentOrder } from '../spending/book-state';
import type { PurchaseDeps } from './deps';

/** Everything of a payment but its signature: the nonce is drawn once, so that all that sign it sign the same authorization. */
export function toOrder(
  deps: PurchaseDeps,
  request: KeptRequest,
  { x402Version, resource, extensions }: PaymentRequired,
  { scheme, network, offered, amount, payTo, maxTimeoutSeconds }: OfferedRequirement,
): PaymentOrder {
  const window = Math.min(Math.floor(maxTimeoutSeconds), deps.windowSecondsMax);
  return {
    request,
    offer: { x402Version, resource, extensions },
    requirement: { scheme, network, offered },
    authorization: {
      from: deps.signer.address,
      to: payTo,
      value: amount.toString(),
      validAfter: '0',
      validBefore: String(unixSeconds(deps.timing) + window),
      nonce: `0x${randomHex(deps, 32)}`,
    },
    header: null,
  };
}

/** A payment-identifier of its own for each payment. */
export function newIdentifier(deps: Pick<PurchaseDeps, 'random'>): string {
  return `pay_${randomHex(deps, 16)}`;
}

/**
 * The header of a payment: the one that was kept, else signed now.
 * @throws BuyerError bad_key where the signer gives no signature
 */
export async function signedHeader(deps: PurchaseDeps, { id }: BookEntry, order: PaymentOrder): Promise<PaymentHeader> {
  if (order.header) return order.header;
  const { value, validAfter, validBefore, ...rest } = order.authorization;
  const authorization: Authorization = {
    ...rest,
    value: BigInt(value),
    validAfter: BigInt(validAfter),
    validBefore: BigInt(validBefore),
  };
  const { chainId, domainName: name, domainVersion: version, usdc: verifyingContract } = deps.network;
  const domain = { name, version, chainId, verifyingContract };
  const signature = await deps.signer.signTypedData(transferTypedData(domain, authorization));
  if (!/^0x([0-9a-fA-F]{2})+$/.test(signature))
    throw new BuyerError(
      'bad_key',
      'The signer gave no signature in hex; nothing was sent. Look at the wallet that it stands for.',
    );
  return paymentHeader({ ...order, authorization, signature, identifier: id });
}

function randomHex({ random }: Pick<PurchaseDeps, 'random'>, length: number): string {
  const bytes = new Uint8Array(length);
  random(bytes);
  return bytesToHex(bytes);
}
