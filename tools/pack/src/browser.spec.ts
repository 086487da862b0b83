import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { browserBundle } from './testing/browser-bundle';

const run = promisify(execFile);

/** `most` and `aim` are kilobytes. */
interface Size {
  readonly most: number;
  readonly aim: number;
  readonly what: string;
}

const SIZES: readonly Size[] = readFileSync(join(__dirname, 'browser-sizes.cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => {
    const [most = '', aim = '', what = ''] = line.split('|').map((part) => part.trim());
    return { most: Number(most), aim: Number(aim), what };
  });

/** Reads a CVE, writes a package URL, makes a signature and verifies it. */
const PROGRAM = `
import { parseCve } from '@stackcheck/kev-core';
import { purlAt } from '@stackcheck/osv-core';
import { generateKeyPem, signerFromPem, signPayload, verifierFromJwk, verifyPayload } from '@stackcheck/signing/web';

export async function run() {
  const payload = new TextEncoder().encode('{}');
  const signer = await signerFromPem(await generateKeyPem());
  const signature = await signPayload(signer, 'application/json', payload);
  const holds = await verifyPayload(await verifierFromJwk(signer.publicJwk), 'application/json', payload, signature);
  return [parseCve('cve-2021-44228').cve, purlAt('pkg:npm/a', '1.0.0'), holds].join(' ');
}
`;
const EXPECTED = 'CVE-2021-44228 pkg:npm/a@1.0.0 true';

/** A place without anything of Node. */
function browserGlobals(): object {
  return createContext({ TextEncoder, TextDecoder, URL, URLSearchParams, Uint8Array, crypto, atob, btoa });
}

/** `* from @stackcheck/kev-core` as a module that exports just that, and what further entries are named after a plus. */
function moduleOf(what: string): string {
  const entries = what.split(' + ').map((entry) => entry.split(' from '));
  return entries
    .map(([names = '', from = '']) => `export ${names === '*' ? '*' : `{ ${names} }`} from '${from}';`)
    .join('\n');
}

describe('for a browser', () => {
  it.each(SIZES)('$what is at most $most KB, and needs nothing of Node', async ({ most, what }) => {
    const bundle = await browserBundle(moduleOf(what));

    expect(gzipSync(bundle, { level: 9 }).length / 1000).toBeLessThanOrEqual(most);
    expect(bundle).not.toMatch(/\bBuffer\b/);
  });

  it.each(SIZES)('$what is loaded where there are only the globals of a browser', async ({ what }) => {
    const context = browserGlobals();

    runInContext(await browserBundle(moduleOf(what), 'iife'), context);

    expect(Object.keys(runInContext('bundle', context) as object)).not.toEqual([]);
  });

  it('the libraries work there', async () => {
    const context = browserGlobals();

    runInContext(await browserBundle(PROGRAM, 'iife'), context);

    expect(await runInContext('bundle.run()', context)).toBe(EXPECTED);
  });

  it('something of Node is not bundled', async () => {
    await expect(browserBundle("export * from 'node:crypto';")).rejects.toThrow(/node:crypto/);
  });
});

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

(chromium === undefined ? describe.skip : describe)(`in Chromium${chromium ? '' : ' (it is not installed)'}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'stackcheck-browser-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('the libraries work', async () => {
    const page = join(folder, 'page.html');
    const script = `${await browserBundle(PROGRAM, 'iife')}
      bundle.run().then((text) => document.body.append(text), (error) => document.body.append(String(error)));`;
    writeFileSync(page, `<!doctype html><title>libraries</title><body><script>${script}</script>`);

    const { stdout } = await run(
      chromium!,
      ['--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=10000', '--dump-dom', `file://${page}`],
      { timeout: 60_000 },
    );

    expect(stdout).toContain(EXPECTED);
  }, 240_000);
});
