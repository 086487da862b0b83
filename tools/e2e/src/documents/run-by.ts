/** A code block that a spec of its own runs, named by its page and its first words. */
export interface RunBy {
  readonly page: string;
  readonly begins: string;
  readonly spec: string;
}

/** The blocks that need more than the general runners give: saved answers, a service that pays. */
export const RUN_BY: readonly RunBy[] = [
  {
    page: 'README.md',
    begins: 'import { wrapFetchWithPayment',
    spec: 'tools/e2e/src/processes.e2e.spec.ts',
  },
  { page: 'README.md', begins: '// verify.mjs', spec: 'apps/api/src/integration/proofs.spec.ts' },
  { page: 'docs/signing.md', begins: '// apply-delta.mjs', spec: 'apps/api/src/integration/delta-recipe.spec.ts' },
  { page: 'docs/signing.md', begins: 'const { openPackSnapshot', spec: 'apps/api/src/integration/osv-pack.spec.ts' },
  {
    page: 'libs/advisory-pack/README.md',
    begins: 'const { indexPack',
    spec: 'libs/advisory-pack/src/readme.spec.ts',
  },
  { page: 'docs/nodes.md', begins: 'npm run operator', spec: 'apps/operator/src/commands/nodes.spec.ts' },
  { page: 'docs/operations.md', begins: 'npm ci\nnpm run build\ntar', spec: 'tools/check/production-start.js' },
  { page: 'docs/operations.md', begins: 'tar -xzf', spec: 'tools/check/production-start.js' },
  { page: 'docs/operations.md', begins: 'sha256sum', spec: 'tools/check/production-start.js' },
  { page: 'docs/first-hour.md', begins: 'umask 077', spec: 'tools/e2e/src/first-hour.e2e.spec.ts' },
  { page: 'docs/first-hour.md', begins: 'set -a', spec: 'tools/e2e/src/first-hour.e2e.spec.ts' },
  { page: 'docs/first-hour.md', begins: 'echo', spec: 'tools/e2e/src/first-hour.e2e.spec.ts' },
  { page: 'docs/first-hour.md', begins: 'npm run payments', spec: 'tools/e2e/src/first-hour.e2e.spec.ts' },
  { page: 'docs/first-hour.md', begins: 'openssl', spec: 'tools/e2e/src/first-hour.e2e.spec.ts' },
  { page: 'docs/mcp.md', begins: '{', spec: 'apps/api/src/mcp/docs.spec.ts' },
  { page: 'docs/mcp.md', begins: 'import { Client', spec: 'apps/api/src/mcp/docs.spec.ts' },
  { page: 'docs/selling.md', begins: 'npm run build', spec: 'tools/e2e/src/seller.e2e.spec.ts' },
  { page: 'docs/packages.md', begins: 'npm run pack', spec: 'tools/pack/src/packages.spec.ts' },
  { page: 'docs/packages.md', begins: 'npx nx release', spec: 'tools/pack/src/packages.spec.ts' },
  {
    page: 'libs/datasets/README.md',
    begins: 'const { createPublicKey',
    spec: 'libs/datasets/src/sealing/verify-recipe.spec.ts',
  },
];
