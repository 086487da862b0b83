import { FORGED } from '../model/payments';

interface Decoded {
  readonly payload: { readonly signature: string };
  readonly extensions?: { readonly 'payment-identifier'?: { readonly info: { readonly id: string } } };
}

/** The identifier that a header bears; null without one. */
export function identifierOf(header: string): string | null {
  return decoded(header).extensions?.['payment-identifier']?.info.id ?? null;
}

/** Whether a header bears a signature that nobody made. */
export function isForged(header: string): boolean {
  return decoded(header).payload.signature === FORGED;
}

function decoded(header: string): Decoded {
  return JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as Decoded;
}
