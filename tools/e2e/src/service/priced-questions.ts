/** A priced route: its price in atomic USDC and a question that the published products can answer. */
export interface PricedQuestion {
  readonly route: string;
  readonly price: string;
  readonly path: string;
  readonly body?: object;
}

/** One question for every priced route. */
export const PRICED_QUESTIONS: readonly PricedQuestion[] = [
  { route: 'GET /v1/eol/{product}', price: '1000', path: '/v1/eol/nodejs' },
  { route: 'GET /v1/eol/{product}/{cycle}', price: '1000', path: '/v1/eol/nodejs/20' },
  {
    route: 'POST /v1/eol/check',
    price: '10000',
    path: '/v1/eol/check',
    body: { items: [{ product: 'nodejs', version: '20.11.1' }] },
  },
  { route: 'GET /v1/eol/check', price: '10000', path: '/v1/eol/check?items=nodejs@20.11.1,python@3.12.4' },
  { route: 'GET /v1/eol/image', price: '5000', path: '/v1/eol/image?image=node:20-bookworm-slim' },
  { route: 'GET /v1/eol/snapshot', price: '50000', path: '/v1/eol/snapshot' },
];
