'use strict';

/**
 * What the tests of a project read beyond its own folder and the sources of what it depends on; jest.environment.js fails a test that
 * reads anything else. The whole tree, with what is compiled of it, is read where tests judge the repository or run the programs.
 */
const WHOLE_TREE = ['bench', 'conformance', 'e2e', 'mutate', 'pack', 'siege', 'simulate', 'tidy'];
const ALSO_READS = {
  // It serves what is bundled of the site, of which the compiler knows nothing.
  api: [
    'CHANGELOG.md',
    'README.md',
    'docs',
    'apps/site',
    'libs/buyer',
    'libs/inventory',
    'tools/launch/bundle-site.js',
    'tools/launch/replace-file.js',
  ],
  buyer: ['jest.run-typescript.js'],
  site: ['tools/launch/bundle-site.js', 'tools/launch/replace-file.js'],
  operator: ['docs/nodes.md', 'docs/runbook.md'],
  ingest: ['README.md', 'docs', 'jest.run-typescript.js'],
  'store-postgres': ['jest.run-typescript.js'],
  'store-sqlite': ['jest.run-typescript.js'],
};

/** Variables of the environment that say what is tested, or how much of it. */
const TEST_VARIABLES = [
  'CHROMIUM',
  'CI',
  'CORPORA_DIR',
  'CAMPAIGN',
  'FC_SEED',
  'FLOOD_REQUESTS',
  'SPOOFED_HEADERS',
  'UPDATE_GOLDENS',
  'MCP_MESSAGES',
  'NODE_OPTIONS',
  'PAINT_ROUNDS',
  'PGBOUNCER',
  'POSTGRES_BIN',
  'SHOTS_DIR',
  'TZ',
];

/** What every target of every project depends on (`sharedGlobals` of nx.json). */
const SHARED = ['package-lock.json', 'tsconfig.base.json', 'nx.json', 'tools/tools'];

/** In addition to the projects, what every test runs with. */
const TEST_RUNNER = [
  'jest.config.js',
  'jest.preset.js',
  'jest.swc.js',
  'jest.properties.js',
  'jest.temporary.js',
  'jest.environment.js',
  'jest.compile-once.js',
  'jest.javascript.js',
  'jest.order.js',
  'jest.process-state.js',
  'jest.runtime.js',
  'jest.shared-sources.js',
  'jest.transform-once.js',
];

module.exports = { SHARED, WHOLE_TREE, ALSO_READS, TEST_VARIABLES, TEST_RUNNER };
