import type { SampleOffer } from '../catalogue/define-route';

/** What is read of an x402 v2 offer to explain it. */
export interface ExplainedOffer {
  readonly x402Version: number;
  readonly resource?: { readonly url?: string };
  readonly accepts: readonly {
    readonly scheme: string;
    readonly network: string;
    readonly amount: string;
    readonly asset: string;
    readonly payTo: string;
    readonly maxTimeoutSeconds: number;
    readonly extra?: Readonly<Record<string, unknown>>;
  }[];
}

/** The offer in a PAYMENT-REQUIRED header of ours. */
export function readOffer({ paymentRequired }: Pick<SampleOffer, 'paymentRequired'>): ExplainedOffer {
  return JSON.parse(Buffer.from(paymentRequired, 'base64').toString('utf8')) as ExplainedOffer;
}

/** The network that is paid on. */
export function networkOf(offer: SampleOffer | undefined): string | undefined {
  return offer && readOffer(offer).accepts[0]?.network;
}
