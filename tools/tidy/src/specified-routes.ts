/** One route that the service specification names, and whether it is sold. */
export interface SpecifiedRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly price: 'paid' | 'free';
}

/** Datasets of the specification's `{dataset}` routes. */
export const SPECIFIED_DATASETS = ['eol', 'kev', 'models', 'osv'] as const;

/** Every route of section 4 of the service specification; section 6 names none. */
export const SPECIFIED_ROUTES: readonly SpecifiedRoute[] = [
  // Sections 4.1 to 4.5.
  { method: 'GET', path: '/v1/eol/{product}', price: 'paid' },
  { method: 'GET', path: '/v1/eol/{product}/{cycle}', price: 'paid' },
  { method: 'POST', path: '/v1/eol/check', price: 'paid' },
  { method: 'GET', path: '/v1/eol/check', price: 'paid' },
  { method: 'GET', path: '/v1/eol/image', price: 'paid' },
  // Section 4.6; the snapshot of eol is section 4.5.
  ...SPECIFIED_DATASETS.map((dataset) => ({ method: 'GET', path: `/v1/${dataset}/snapshot`, price: 'paid' }) as const),
  { method: 'GET', path: '/v1/eol/index', price: 'free' },
  // Section 2.2: each answer names the manifest of its dataset.
  ...SPECIFIED_DATASETS.map((dataset) => ({ method: 'GET', path: `/v1/${dataset}/manifest`, price: 'free' }) as const),
  { method: 'GET', path: '/v1/models/index', price: 'free' },
  { method: 'POST', path: '/v1/models/cheapest', price: 'paid' },
  { method: 'POST', path: '/v1/kev/check', price: 'paid' },
  { method: 'POST', path: '/v1/osv/check', price: 'paid' },
  { method: 'POST', path: '/v1/stack/check', price: 'paid' },
  { method: 'POST', path: '/v1/stack/watch', price: 'paid' },
  { method: 'GET', path: '/v1/validate', price: 'free' },
  { method: 'GET', path: '/health', price: 'free' },
  { method: 'GET', path: '/llms.txt', price: 'free' },
  { method: 'GET', path: '/openapi.json', price: 'free' },
  { method: 'GET', path: '/docs/errors', price: 'free' },
];

/** Routes of families that came after the specification, in the form of those that it names. */
export const LATER_ROUTES: readonly SpecifiedRoute[] = [
  { method: 'POST', path: '/v1/epss/check', price: 'paid' },
  { method: 'GET', path: '/v1/epss/snapshot', price: 'paid' },
  { method: 'GET', path: '/v1/epss/manifest', price: 'free' },
];
