/** The other side of the wire in interoperability tests. */
const OFFICIAL_X402 = ['@x402/core', '@x402/evm', '@x402/fetch', 'viem'];

/**
 * Who may import whom: the table of docs/architecture.md as data. Every project carries one tag, `project:<name>`.
 *
 * - `uses`: projects it may import ('*' for tools, which look at everything)
 * - `packages`: npm packages it may import; a name also covers its sub-paths; `testPackages`: its tests, in addition
 * - `domain`: pure code: no Node built-ins (but `builtins`), no process, clock, randomness or network of its own
 * - `composes`: an app with a composition root (`composition/container.ts`, `composition/tokens.ts`)
 * - `never`: import paths with the reason why they are forbidden there
 * - `clockFile`: the one file that may read the system's time
 * - `folders`: the order of the folders below `src`, top first: a folder imports only those below it, types included; those
 *   in one entry do not import each other. Files of `src` itself stand above all, unless `.` is given a place; a path such
 *   as `eol/delta` is a folder with a place of its own. Specs and `testing` folders are free
 * - `outside`: looks at the whole from outside, so it may import apps and `testing` entries
 */
export const PROJECTS = [
  {
    name: 'contract',
    root: 'libs/contract',
    uses: [],
    packages: [],
    domain: true,
    clockFile: 'libs/contract/src/clock.ts',
  },
  { name: 'image-parser', root: 'libs/image-parser', uses: [], packages: [], domain: true },
  {
    name: 'signing',
    root: 'libs/signing',
    uses: [],
    packages: ['canonicalize'],
    domain: true,
    builtins: ['crypto'],
    folders: [['answer'], ['.']],
  },
  {
    name: 'eol-core',
    root: 'libs/eol-core',
    uses: ['contract', 'image-parser'],
    packages: ['fastest-levenshtein'],
    domain: true,
  },
  {
    name: 'osv-core',
    root: 'libs/osv-core',
    uses: [],
    packages: ['@renovatebot/pep440', 'packageurl-js'],
    testPackages: ['semver'],
    domain: true,
  },
  { name: 'kev-core', root: 'libs/kev-core', uses: ['contract'], packages: [], domain: true },
  { name: 'epss-core', root: 'libs/epss-core', uses: ['contract', 'kev-core'], packages: [], domain: true },
  { name: 'models-core', root: 'libs/models-core', uses: [], packages: [], domain: true },
  {
    name: 'stack-core',
    root: 'libs/stack-core',
    uses: ['contract', 'eol-core', 'epss-core', 'kev-core', 'osv-core'],
    packages: [],
    domain: true,
    builtins: ['crypto', 'zlib'],
  },
  {
    name: 'datasets',
    root: 'libs/datasets',
    uses: ['contract', 'eol-core', 'epss-core', 'kev-core', 'models-core', 'osv-core', 'signing'],
    packages: ['ajv'],
    domain: true,
    builtins: ['zlib'],
    folders: [
      ['records'],
      ['serve', 'publish'],
      ['registry'],
      ['eol', 'epss', 'kev', 'models', 'osv', 'sanctions'],
      ['life'],
      ['delta'],
      ['sealing'],
      ['store'],
      ['upstream'],
      ['snapshot'],
      ['tasks'],
    ],
  },
  {
    name: 'queries',
    root: 'libs/queries',
    uses: [
      'contract',
      'datasets',
      'eol-core',
      'epss-core',
      'kev-core',
      'models-core',
      'osv-core',
      'signing',
      'stack-core',
    ],
    packages: [],
    domain: true,
    folders: [['stack'], ['eol', 'epss', 'kev', 'models', 'osv'], ['query']],
  },
  {
    name: 'payment-x402',
    root: 'libs/payment-x402',
    uses: ['contract'],
    packages: ['ajv', 'ethers', 'tiny-secp256k1'],
    testPackages: OFFICIAL_X402,
    domain: true,
    builtins: ['crypto'],
    folders: [
      ['gate', 'reconcile'],
      ['settle'],
      ['checks', 'evidence'],
      ['facilitator'],
      ['read', 'store'],
      ['offer', 'in-flight'],
      ['ledger', 'signature'],
      ['terms', 'refusals'],
    ],
  },
  {
    name: 'payment-l402',
    root: 'libs/payment-l402',
    uses: ['contract', 'payment-x402'],
    packages: [],
    testPackages: ['@getalby/lightning-tools', 'macaroon'],
    domain: true,
    builtins: ['crypto'],
  },
  {
    name: 'store-sqlite',
    root: 'libs/store-sqlite',
    uses: ['contract', 'datasets', 'payment-x402'],
    packages: ['better-sqlite3'],
  },
  {
    name: 'api',
    root: 'apps/api',
    folders: [
      ['composition'],
      ['http', 'pages'],
      ['published', 'sale'],
      ['catalogue'],
      ['input', 'operations'],
      ['adapters', 'fast'],
      ['config'],
    ],
    uses: [
      'contract',
      'image-parser',
      'signing',
      'eol-core',
      'kev-core',
      'models-core',
      'osv-core',
      'stack-core',
      'queries',
      'datasets',
      'payment-x402',
      'payment-l402',
      'store-sqlite',
    ],
    packages: [
      'ajv',
      'class-transformer',
      'class-validator',
      'class-validator-jsonschema',
      'ethers',
      'express',
      'pino',
      'prom-client',
      'reflect-metadata',
      'tsyringe',
      'undici',
    ],
    testPackages: [...OFFICIAL_X402, '@getalby/lightning-tools'],
    composes: true,
  },
  {
    name: 'ingest',
    root: 'apps/ingest',
    uses: ['contract', 'signing', 'eol-core', 'osv-core', 'datasets', 'store-sqlite'],
    packages: [
      'class-transformer',
      'class-validator',
      'cli-progress',
      'commander',
      'pino',
      'reflect-metadata',
      'tsyringe',
      'undici',
      'yauzl',
    ],
    composes: true,
    never: [
      {
        path: '@stackcheck/store-sqlite/payments',
        why: 'The ingest worker never opens payments.db; use @stackcheck/store-sqlite/snapshots.',
      },
    ],
  },
  {
    name: 'operator',
    root: 'apps/operator',
    uses: ['contract', 'payment-x402', 'store-sqlite'],
    packages: ['cli-table3', 'commander', 'ethers'],
  },
  { name: 'conformance', root: 'tools/conformance', uses: '*', packages: '*', outside: true },
  { name: 'simulate', root: 'tools/simulate', uses: '*', packages: '*', outside: true },
  {
    name: 'demo',
    root: 'tools/demo',
    uses: ['contract'],
    packages: ['@x402/evm', '@x402/fetch', 'viem'],
    outside: true,
  },
  { name: 'launch', root: 'tools/launch', uses: [], packages: [] },
  {
    name: 'mutate',
    root: 'tools/mutate',
    uses: [],
    packages: ['@stryker-mutator/core', '@stryker-mutator/instrumenter'],
  },
  {
    name: 'pack',
    root: 'tools/pack',
    uses: [],
    packages: ['@swc/core', 'rollup', 'rollup-plugin-dts'],
  },
  { name: 'local-chain', root: 'tools/local-chain', uses: [], packages: [] },
  { name: 'tools', root: 'tools/tools', uses: [], packages: ['@nx/devkit'] },
  { name: 'siege', root: 'tools/siege', uses: '*', packages: '*', outside: true },
  { name: 'e2e', root: 'tools/e2e', uses: '*', packages: '*', outside: true },
  { name: 'bench', root: 'tools/bench', uses: '*', packages: '*', outside: true },
  { name: 'tidy', root: 'tools/tidy', uses: '*', packages: '*', outside: true },
];

/** Packages that only tests and `testing/` folders import. */
export const TEST_PACKAGES = ['fast-check', 'json-canonicalize', 'supertest'];
