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
 * Tests elsewhere that hold a library, since they ask what it answers: those of what is built on it, where those are not many; of queries those that
 * ask through the routes, and the goldens of what is published, which show every description of an answer; of stores those that move a ledger from
 * one to the other; of what stands before a payment those of the API.
 */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  datasets: ['apps/ingest/src'],
  'eol-core': ['libs/queries/src', 'libs/stack-core/src'],
  'epss-core': ['libs/datasets/src/epss', 'libs/queries/src'],
  'image-parser': ['libs/eol-core/src/images'],
  'kev-core': ['libs/datasets/src/kev', 'libs/queries/src'],
  'models-core': ['libs/datasets/src/models', 'libs/queries/src'],
  'osv-core': ['libs/datasets/src/osv', 'libs/queries/src'],
  'payment-http': ['apps/api/src/operations', 'apps/api/src/sale'],
  'payment-x402': ['libs/payment-http/src'],
  queries: ['apps/api/src/catalogue', 'apps/api/src/published'],
  signing: ['libs/datasets/src/sealing', 'libs/datasets/src/serve'],
  'stack-core': ['libs/queries/src'],
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
