import { encodeHeader } from '@stackcheck/payment-x402/read';
import type { Signatures, SignedFields, SimWallet } from './signatures';
import { PAY_TO, ROUTE, TERMS, resourceOf } from './terms';

/** A payment somebody signed. */
export interface SimPayment {
  readonly number: number;
  readonly wallet: SimWallet;
  readonly fields: SignedFields;
  readonly version: 1 | 2;
  readonly identifier: string | null;
  readonly product: number;
}

/** How a payment is written into a header; nothing here is covered by its signature. */
export interface Spelling {
  /** Nonce and addresses in capitals. */
  readonly capitals?: boolean;
  /** Another signature over the same fields. */
  readonly twin?: number;
  /** A signature that nobody made: what somebody knows who has only seen the use of the authorization. */
  readonly forged?: boolean;
  readonly product?: number;
  readonly identifier?: string | null;
  /** What the copy of the offer claims as price. */
  readonly acceptedAmount?: bigint;
}

/** The signature of a forged header. */
export const FORGED = `0x${'f0'.repeat(32)}${'0f'.repeat(32)}1b`;

/** What a payer may sign other than asked. */
export interface PaymentChange {
  readonly value?: bigint;
  readonly to?: string;
  readonly validAfter?: number;
  readonly validBefore?: number;
  readonly nonce?: string;
  readonly version?: 1 | 2;
  readonly identifier?: string | null;
}

/** Signs payments and writes them into headers. */
export class PaymentDesk {
  readonly all: SimPayment[] = [];

  constructor(private readonly signatures: Signatures) {}

  sign(wallet: SimWallet, product: number, nowSeconds: number, change: PaymentChange = {}): SimPayment {
    const number = this.all.length + 1;
    const payment: SimPayment = {
      number,
      wallet,
      product,
      version: change.version ?? 2,
      identifier: change.identifier ?? null,
      fields: {
        from: wallet.address.toLowerCase(),
        to: change.to ?? PAY_TO,
        value: change.value ?? ROUTE.price,
        validAfter: change.validAfter ?? 0,
        validBefore: change.validBefore ?? nowSeconds + 60,
        nonce: change.nonce ?? `0x${number.toString(16).padStart(64, '0')}`,
      },
    };
    this.all.push(payment);
    return payment;
  }

  header(payment: SimPayment, spelling: Spelling = {}): string {
    const { fields, wallet, version } = payment;
    const hex = (text: string): string => (spelling.capitals ? `0x${text.slice(2).toUpperCase()}` : text);
    const payload = {
      signature: spelling.forged ? FORGED : this.signatures.sign(wallet, fields, spelling.twin),
      authorization: {
        from: spelling.capitals ? hex(fields.from) : wallet.address,
        to: hex(fields.to),
        value: fields.value.toString(),
        validAfter: fields.validAfter.toString(),
        validBefore: fields.validBefore.toString(),
        nonce: hex(fields.nonce),
      },
    };
    if (version === 1) return encodeHeader({ x402Version: 1, scheme: 'exact', network: TERMS.networkName, payload });
    const identifier = spelling.identifier === undefined ? payment.identifier : spelling.identifier;
    return encodeHeader({
      x402Version: 2,
      resource: { url: resourceOf(spelling.product ?? payment.product), description: '', mimeType: 'application/json' },
      accepted: {
        scheme: 'exact',
        network: TERMS.network,
        amount: (spelling.acceptedAmount ?? fields.value).toString(),
        asset: TERMS.asset,
        payTo: TERMS.payTo,
        maxTimeoutSeconds: 60,
        extra: { name: TERMS.assetName, version: TERMS.assetVersion },
      },
      payload,
      ...(identifier === null
        ? {}
        : { extensions: { 'payment-identifier': { info: { required: false, id: identifier } } } }),
    });
  }
}
