import { ROUTES, exampleTarget } from '@stackcheck/api';
import type { Exchange } from '../measure/mixed-load';
import { randomNumbers } from '../measure/random';
import { askOffer, payAs, type OfferedRequest } from './buyers';
import { toExchange, type RequestParts } from './wire';

const BUYERS = 10_000;
/** Of products whose dates are asked for, one after the other. */
const PRODUCTS = 100;
const PRODUCT_SHARE = 0.6;
const REPLAY_SHARE = 0.1;
const GONE_SHARE = 0.01;
/** Payments that may be sent again. */
const REMEMBERED = 1_000;

/**
 * What can be bought: every paid route as its description shows it, but for whole snapshots, and the dates of a hundred
 * products.
 */
export async function askOffers(url: string): Promise<readonly [OfferedRequest[], OfferedRequest[]]> {
  const routes = ROUTES.filter(
    ({ price, implemented, path }) => price !== 'free' && implemented !== false && !path.endsWith('/snapshot'),
  );
  const examples = routes.map((route): RequestParts => {
    const { body } = route.example;
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return { method: route.method, target: exampleTarget(route), ...sent };
  });
  const index = (await (await fetch(`${url}/v1/eol/index`)).json()) as { data: { products: { product: string }[] } };
  const products = index.data.products.slice(0, PRODUCTS).map(({ product }) => ({ target: `/v1/eol/${product}` }));
  const offered = async (requests: readonly RequestParts[]): Promise<OfferedRequest[]> =>
    Promise.all(requests.map((request) => askOffer(url, request)));
  return [await offered(examples), await offered(products)];
}

/**
 * So many requests with a payment: most with one that is new, of many buyers, some with an identifier; of some buyers the
 * connection breaks before the answer; and every tenth sends a payment again that was sent before.
 */
export function* paidTraffic(
  [examples, products]: readonly [readonly OfferedRequest[], readonly OfferedRequest[]],
  count: number,
  seed: number,
): Generator<Exchange, undefined> {
  const random = randomNumbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const sent: Exchange[] = [];
  for (let made = 0; made < count; made++) {
    if (sent.length > 0 && random() < REPLAY_SHARE) {
      yield sent[below(sent.length)]!;
      continue;
    }
    const from = random() < PRODUCT_SHARE ? products : examples;
    const offered = from[below(from.length)]!;
    const identifier = random() < 0.5 ? `bench_${String(seed)}_${String(made).padStart(12, '0')}` : undefined;
    const headers = {
      'X-Forwarded-For': `10.${below(256)}.${below(256)}.${below(256)}`,
      'PAYMENT-SIGNATURE': payAs(below(BUYERS), offered, identifier),
    };
    const exchange = toExchange({ ...offered.request, headers });
    sent[sent.length < REMEMBERED ? sent.length : below(REMEMBERED)] = exchange;
    yield random() < GONE_SHARE ? { ...exchange, hangsUp: true } : exchange;
  }
  return undefined;
}
