import type { PaymentTerms, PricedRoute } from '@stackcheck/payment-x402';
import { tokenDomain } from '@stackcheck/payment-x402/signature';

/** The terms of every simulated sale. */
export const TERMS: PaymentTerms = {
  network: 'eip155:84532',
  networkName: 'base-sepolia',
  chainId: 84532,
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  assetName: 'USDC',
  assetVersion: '2',
  payTo: '0x000000000000000000000000000000000000dEaD',
};

export const PAY_TO = TERMS.payTo.toLowerCase();

export const DOMAIN = tokenDomain(TERMS);

/** The one priced route that is simulated; its product decides whether there is an answer. */
export const ROUTE: PricedRoute = {
  id: 'service_eol_product',
  method: 'GET',
  path: '/v1/eol/{product}',
  price: 1_000n,
  description: 'Every release cycle of a product.',
  example: { pathParams: { product: 'nodejs' } },
};

const BASE_URL = 'https://api.example.com';

/** The resource of a product, as clients sign it and the server names it. */
export function resourceOf(product: number): string {
  return `${BASE_URL}/v1/eol/product-${product}`;
}

/** Wall time at which every schedule begins: 2026-11-20T00:00:00Z. */
export const EPOCH_MS = Date.UTC(2026, 10, 20);
