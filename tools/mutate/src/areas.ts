/** A part of the repository in which faults are planted, and the folders whose tests are asked about them. */
export interface Area {
  readonly name: string;
  /** Folders with the code. */
  readonly code: readonly string[];
  /** Folders with the tests; of them those that import the changed file run. */
  readonly tests: readonly string[];
}

/** Pure code, money, storage and what stands at the door: where an unnoticed fault costs somebody something. */
const LIBRARIES = [
  'contract',
  'datasets',
  'eol-core',
  'epss-core',
  'image-parser',
  'kev-core',
  'models-core',
  'osv-core',
  'payment-http',
  'payment-l402',
  'payment-x402',
  'queries',
  'signing',
  'stack-core',
  'store-postgres',
  'store-sqlite',
];

/**
 * Tests elsewhere that hold a library: of queries those that ask through the routes, and the goldens of what is published, which show every
 * description of an answer; of stores those that move a ledger from one to the other; of what stands before a payment those of the API.
 */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  queries: ['apps/api/src/catalogue', 'apps/api/src/published'],
  'payment-http': ['apps/api/src/operations', 'apps/api/src/sale'],
  'store-postgres': ['apps/operator/src/move'],
  'store-sqlite': ['apps/operator/src/move'],
};

/** Named by folders, never by files: files move. */
export const AREAS: readonly Area[] = [
  ...LIBRARIES.map((name) => ({
    name,
    code: [`libs/${name}/src`],
    tests: [`libs/${name}/src`, ...(ELSEWHERE[name] ?? [])],
  })),
  { name: 'api', code: ['apps/api/src/http', 'apps/api/src/sale'], tests: ['apps/api/src'] },
];

/** Tests, what only tests use, and lists of exports hold no fault that matters. */
export function isMutated(file: string): boolean {
  return file.endsWith('.ts') && !/\.(spec|contract|d)\.ts$|\/testing\/|\/index\.ts$/.test(file);
}
