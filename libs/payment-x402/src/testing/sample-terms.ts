import type { PaymentTerms } from '../terms/payment-terms';
import type { PricedRoute } from '../terms/priced-route';

/** Terms on Base Sepolia with a recipient that belongs to nobody. */
export const SAMPLE_TERMS: PaymentTerms = {
  network: 'eip155:84532',
  networkName: 'base-sepolia',
  chainId: 84532,
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  assetName: 'USDC',
  assetVersion: '2',
  payTo: '0x000000000000000000000000000000000000dEaD',
};

/** A GET route with a path parameter, sold for 0.001 USD. */
export const SAMPLE_ROUTE: PricedRoute = {
  id: 'service_eol_product',
  method: 'GET',
  path: '/v1/eol/{product}',
  price: 1_000n,
  description: 'Every release cycle of a product with its end-of-life date, support status and latest version.',
  example: { pathParams: { product: 'nodejs' }, output: { data: { product: 'nodejs', label: 'Node.js' } } },
};

/** A GET route with a query and no path parameter. */
export const SAMPLE_QUERY_ROUTE: PricedRoute = {
  id: 'service_eol_image',
  method: 'GET',
  path: '/v1/eol/image',
  price: 5_000n,
  description: 'End-of-life status of a container image: its product, its runtime and its base operating system.',
  example: { queryParams: { image: 'node:20-bookworm' } },
};

/** A POST route. */
export const SAMPLE_BODY_ROUTE: PricedRoute = {
  id: 'service_eol_check',
  method: 'POST',
  path: '/v1/eol/check',
  price: 10_000n,
  description: 'Support status and end-of-life date of up to 50 product and version pairs in one call.',
  example: { body: { items: [{ product: 'nodejs', version: '20.11.1' }] } },
};

/** Where the sample routes are served. */
export const SAMPLE_BASE_URL = 'https://api.example.com';
