import { fromBase64, isRecord } from '@stackcheck/payment-x402/wire';

/** One way to pay: its fields as texts, in the order in which they were sent. */
export type OfferedFields = readonly (readonly [name: string, value: string])[];

/** An offer of any x402 seller, as it can be shown. */
export interface InspectedOffer {
  readonly version: string;
  /** Undefined where it names none. */
  readonly resource: string | undefined;
  readonly accepts: readonly OfferedFields[];
  readonly extensions: readonly string[];
}

/** An offer, or a sentence about why there is none. */
export type ReadOffer = InspectedOffer | { readonly fault: string };

/**
 * Finds the offer in what a person has: the value of PAYMENT-REQUIRED, an answer as `curl -i` prints it, or a body of version 1. Nothing of
 * it is trusted: fields are read as they are, and shown as texts.
 */
export function readOffer(text: string): ReadOffer {
  const header = /^payment-required:[ \t]*(\S+)/im.exec(text)?.[1] ?? /^\s*([\w+/]{16,}={0,2})\s*$/.exec(text)?.[1];
  const json = header === undefined ? /\{[^]*\}/.exec(text)?.[0] : decodedHeader(header);
  if (json === undefined) return { fault: 'there is no PAYMENT-REQUIRED header and no JSON in this' };
  let offer: unknown;
  try {
    offer = JSON.parse(json);
  } catch {
    return { fault: `${header === undefined ? 'this' : 'the header'} is no whole JSON` };
  }
  if (!isRecord(offer) || !Array.isArray(offer['accepts']))
    return { fault: 'this is JSON, but no offer: it has no accepts' };
  const { x402Version, resource, accepts, extensions } = offer;
  const options = (accepts as readonly unknown[]).filter(isRecord);
  const url = isRecord(resource) ? resource['url'] : options[0]?.['resource'];
  return {
    version: textOf(x402Version),
    resource: url === undefined ? undefined : textOf(url),
    accepts: options.map((option) => Object.entries(option).map(([name, value]) => [name, textOf(value)] as const)),
    extensions: isRecord(extensions) ? Object.keys(extensions) : [],
  };
}

/** The amount of an option in whole and broken dollars, where it is in a token of six decimals that calls itself USDC. */
export function dollarsOf(fields: OfferedFields): string | undefined {
  const of = Object.fromEntries(fields);
  const amount = of['amount'] ?? of['maxAmountRequired'] ?? '';
  if (!/"name":"(USDC|USD Coin)"/.test(of['extra'] ?? '') || !/^\d{1,15}$/.test(amount)) return undefined;
  return String(Number(amount) / 1e6);
}

/** The JSON in a PAYMENT-REQUIRED header; empty where it holds no text. */
export function decodedHeader(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(header));
  } catch {
    return '';
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
