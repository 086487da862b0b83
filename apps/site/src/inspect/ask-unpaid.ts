import { element } from '../dom/element';
import { decodedHeader, readOffer } from './read-offer';
import { shownOffer, type Check, type Meanings } from './shown-offer';

/** A call of this service. */
export interface UnpaidCall {
  readonly method: string;
  /** Path and query, of this host. */
  readonly target: string;
  /** JSON, of a POST. */
  readonly body?: string;
}

/** Who sells here, as the page says it. */
export interface Seller {
  readonly payTo: string;
  readonly baseUrl: string;
}

/** Headers of an offer, in the order in which they are shown. */
const SHOWN = ['content-type', 'cache-control', 'payment-required', 'www-authenticate'] as const;

/**
 * Asks without a payment, and shows the answer as it came and its offer, compared with the page and with itself.
 * @throws Error with a sentence where it cannot be asked, or there is no offer in the answer
 */
export async function askUnpaid(call: UnpaidCall, seller: Seller, meanings: Meanings): Promise<HTMLElement> {
  const { method, target, body } = call;
  const startedMs = performance.now();
  const response = await fetch(target, {
    method,
    cache: 'no-store',
    headers: { Accept: 'application/json', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const tookMs = Math.round(performance.now() - startedMs);
  const header = response.headers.get('payment-required');
  if (response.status !== 402 || header === null)
    throw new Error(`this was answered ${response.status}, without an offer`);
  const offer = readOffer(header);
  if ('fault' in offer) throw new Error(offer.fault);
  const checks = checksOf(header, text, seller, seller.baseUrl + target);
  const sent = SHOWN.filter((name) => response.headers.has(name));
  const lines = sent.map((name) => shortened(`${name}: ${response.headers.get(name)}`, 100));
  return element(
    'div',
    {},
    element(
      'p',
      { class: 'big' },
      element('strong', {}, '402 Payment Required'),
      ` after ${tookMs} ms; nothing was paid`,
    ),
    element(
      'pre',
      { tabindex: '0', role: 'region', 'aria-label': 'The answer as it came' },
      element('code', {}, ['HTTP/1.1 402 Payment Required', ...lines].join('\n')),
    ),
    shownOffer(offer, meanings, checks),
    element(
      'details',
      {},
      element('summary', {}, 'The whole header, decoded'),
      element(
        'pre',
        { tabindex: '0', role: 'region', 'aria-label': 'PAYMENT-REQUIRED, decoded' },
        element('code', {}, JSON.stringify(JSON.parse(decodedHeader(header)), null, 2)),
      ),
    ),
  );
}

function checksOf(header: string, body: string, { payTo }: Seller, url: string): readonly Check[] {
  const [v2, v1] = [readOffer(header), readOffer(body)];
  if ('fault' in v2 || 'fault' in v1) return [];
  const [of2, of1] = [v2, v1].map(({ accepts }) => Object.fromEntries(accepts[0] ?? []));
  return [
    { what: 'The offer is for the address that was asked', holds: v2.resource?.trim() === url },
    { what: 'The recipient is the one that this page names', holds: of2?.['payTo'] === payTo },
    { what: 'Header and body (x402 version 1) name one price', holds: of2?.['amount'] === of1?.['maxAmountRequired'] },
  ];
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
