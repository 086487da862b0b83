import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FREE_TOOLS, PAID_TOOLS } from '@stackcheck/mcp-tools';
import { atomicToUsd } from '@stackcheck/contract';
import { priceOf } from '../sale/payments/priced-routes';
import { startStarterApi, TEST_BASE_URL } from '../testing/starter-api';
import { routeOf } from './tool-routes';

const ROOT = join(__dirname, '../../../..');
const page = readFileSync(join(ROOT, 'docs/mcp.md'), 'utf8');

test('docs/mcp.md lists every tool with its price', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` +\|.*\| +(\S+) +\|$/gm)].map(([, name, price]) => [name, price]);
  const paid = PAID_TOOLS.map(({ name, queries }) => [name, atomicToUsd(priceOf(routeOf(queries[0]!), {}))]);

  expect(rows).toEqual([...paid, ...FREE_TOOLS.map(({ name }) => [name, 'free'])]);
});

test('the configuration that docs/mcp.md shows leads to the endpoint', () => {
  const [, text] = /```json\n([\s\S]*?)```/.exec(page)!;

  expect(JSON.parse(text!)).toEqual({ mcpServers: { stackcheck: { type: 'http', url: `${TEST_BASE_URL}/mcp` } } });
});

test('the paid call that docs/mcp.md shows pays', async () => {
  const [, code] = /```js\n([\s\S]*?)```/.exec(page)!;
  const api = await startStarterApi();
  api.clock.advance(Date.now() - api.clock.now());
  // Below the packages that it imports.
  const parent = join(ROOT, 'apps/api/out-tsc');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'mcp-docs-'));
  try {
    writeFileSync(join(folder, 'call.mjs'), code!.replaceAll(TEST_BASE_URL, api.url));
    const { stdout } = await promisify(execFile)(process.execPath, ['call.mjs'], { cwd: folder });

    expect(stdout).toMatch(/^(eol|supported|security-only) true\n$/);
    expect(api.facilitator.transfers.size).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
    await api.close();
  }
});
