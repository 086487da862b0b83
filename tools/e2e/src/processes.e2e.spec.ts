import { execFile } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { readV1Offer, signV1Payment } from './buyers/v1-buyer';
import { ROUTES } from '@stackcheck/api';
import { runDemo } from '@stackcheck/demo';
import { appsAreBuilt, freePort, runApp, startApp, untilLive, type RunningApp } from './processes/built-app';
import { tamperWithContent } from './processes/tamper';
import { feedFile, ROOT } from './service/repository';
import { Scratch } from './service/scratch';

jest.setTimeout(240_000);

interface Health {
  readonly status: string;
  readonly payments: { readonly mode: string; readonly notice: string | null };
  readonly datasets: { readonly eol: EolHealth };
}

interface EolHealth {
  readonly loaded: boolean;
  readonly snapshot_id: string | null;
  readonly starter: boolean;
  readonly problem: string | null;
}

const inFull = process.env['CAMPAIGN'] === 'full' ? it : it.skip;
const feed = feedFile();
const feedDescribe = feed === undefined ? describe.skip : describe;

(appsAreBuilt() ? describe : describe.skip)('the built apps as processes (need `npm run build`)', () => {
  const scratch = new Scratch();
  const whole = new Scratch();
  let installed: string;
  beforeAll(async () => {
    installed = join(whole.folder(), 'data');
    const { code, output } = await runApp('ingest', ['--starter'], { DATA_DIR: installed });
    expect([code, output]).toEqual([0, expect.any(String)]);
  });
  afterEach(() => scratch.clear());
  afterAll(() => whole.clear());

  /** A data folder with the starter dataset, as `ingest --starter` made it. */
  function starterData(): string {
    const dataDir = join(scratch.folder(), 'data');
    cpSync(installed, dataDir, { recursive: true });
    return dataDir;
  }

  async function sandbox(dataDir: string): Promise<{ readonly app: RunningApp; readonly url: string }> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = {
      DATA_DIR: dataDir,
      PORT: String(port),
      PAYMENTS_MODE: 'sandbox',
      LOG_LEVEL: 'warn',
      // A busy machine is no reason to turn the tests away.
      EVENT_LOOP_LAG_MAX_MS: '0',
    };
    const app = scratch.keep(startApp('api', [], env));
    await untilLive(app, url);
    return { app, url };
  }

  /** Serves the shared feed and ingests it into a data folder. */
  async function ingestFeed(dataDir: string): Promise<void> {
    const body = readFileSync(feed!);
    const server = createServer((_request, response) => response.end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/products-full.json`;
    const { code, output } = await runApp('ingest', ['--once', 'eol'], { DATA_DIR: dataDir, EOL_UPSTREAM_URL: url });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    if (code !== 0) throw new Error(`ingest ended with ${code}:\n${output}`);
  }

  const health = async (url: string) => (await (await fetch(`${url}/health`)).json()) as Health;
  const eolHealth = async (url: string) => (await health(url)).datasets.eol;

  async function until<T>(ask: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const value = await ask();
      if (done(value)) return value;
      if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)} after 15 s`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  it('a fresh installation serves the starter, says so, and is paid by the demo', async () => {
    const { url } = await sandbox(starterData());
    const printed: string[] = [];

    const { payments, datasets } = await health(url);
    const code = await runDemo(url, (line) => printed.push(line));

    expect(payments).toMatchObject({ mode: 'sandbox', notice: expect.stringContaining('sandbox') });
    expect(datasets.eol).toMatchObject({ loaded: true, starter: true, problem: null });
    expect([code, printed.join('\n')]).toEqual([0, expect.stringContaining('"success":true')]);
    expect(printed.filter((line) => line.includes(`snapshot  ${datasets.eol.snapshot_id}`))).toHaveLength(3);
    const families = new Set<string>(ROUTES.filter(({ tags }) => tags.includes('paid')).flatMap(({ tags }) => tags));
    for (const other of ['eol', 'paid', 'service']) families.delete(other);
    const bought = [...families].filter((family) => printed.some((line) => line.includes(`snapshot  ${family}-`)));
    expect(bought).toEqual([...families]);
  });

  inFull(
    'the data folder is its owner’s alone; one made wider is warned of, and its keys are closed (CAMPAIGN=full)',
    async () => {
      const mode = (...parts: readonly string[]): string => (statSync(join(...parts)).mode & 0o777).toString(8);
      const dataDir = join(scratch.folder(), 'data');
      await runApp('ingest', ['--starter'], { DATA_DIR: dataDir });
      expect([mode(dataDir), mode(dataDir, 'keys')]).toEqual(['700', '700']);
      for (const folder of [dataDir, join(dataDir, 'keys')]) chmodSync(folder, 0o755);

      const { app } = await sandbox(dataDir);

      expect([mode(dataDir), mode(dataDir, 'keys')]).toEqual(['755', '700']);
      expect(app.output().split('can be entered by other users').length - 1).toBe(1);
      const open = readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter(
          (entry) => entry.isFile() && !['dataset-jwks.json', 'receipt-jwks.json', 'ballast'].includes(entry.name),
        )
        .filter((entry) => mode(entry.parentPath, entry.name) !== '600');
      expect(open.map(({ name }) => name)).toEqual([]);
    },
  );

  it("the README's way to pay works word for word", async () => {
    const { url } = await sandbox(starterData());
    const blocks = readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^```js\n([\s\S]*?)^```$/gm);
    const code = [...blocks].map(([, block]) => block!).find((block) => block.includes('@x402/fetch'));
    expect(code).toContain('http://127.0.0.1:8402/');

    const script = code!.replaceAll('http://127.0.0.1:8402', url);
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd: ROOT });

    expect((await run).stdout).toContain("status: '");
  });

  inFull('the starter is published once: the second time it is left alone (CAMPAIGN=full)', async () => {
    const dataDir = starterData();
    const first = await sandbox(dataDir);
    const before = (await eolHealth(first.url)).snapshot_id;
    first.app.signal('SIGTERM');
    await first.app.ended;

    const { code } = await runApp('ingest', ['--starter'], { DATA_DIR: dataDir });

    expect(code).toBe(0);
    expect((await eolHealth((await sandbox(dataDir)).url)).snapshot_id).toBe(before);
  });

  inFull('SIGTERM ends an idle API with 0, although a client keeps its connection open (CAMPAIGN=full)', async () => {
    const { app, url } = await sandbox(starterData());
    const idle = connect(Number(new URL(url).port), '127.0.0.1');
    scratch.keep({ close: () => idle.destroy() });
    idle.write('GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n');
    await new Promise<void>((resolve) => idle.once('data', () => resolve()));

    app.signal('SIGTERM');

    expect(await app.ended).toBe(0);
  });

  it('SIGTERM lets a paid request that is under way finish', async () => {
    const { app, url } = await sandbox(starterData());
    const body = JSON.stringify({ items: [{ product: 'nodejs', version: '20.11.1' }] });
    const offer = readV1Offer(await (await fetch(`${url}/v1/eol/check`, { method: 'POST', body: '{}' })).json());
    const payment = await signV1Payment(privateKeyToAccount(generatePrivateKey()), offer, Date.now());

    const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': body.length, 'x-payment': payment };
      // No agent: the connection is not kept for a further request.
      const slow = httpRequest(`${url}/v1/eol/check`, { method: 'POST', headers, agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      slow.once('error', reject);
      slow.write(body.slice(0, 10));
      setTimeout(() => {
        app.signal('SIGTERM');
        setTimeout(() => slow.end(body.slice(10)), 300);
      }, 300);
    });

    expect(await answer).toEqual({ status: 200, text: expect.stringContaining('"matched":1') });
    expect(await app.ended).toBe(0);
    await expect(fetch(`${url}/livez`)).rejects.toThrow();
  });

  it('--check-config names every fault at once, no secret among them, and starts nothing', async () => {
    const { code, output } = await runApp('api', ['--check-config'], {
      DATA_DIR: scratch.folder(),
      PORT: 'eighty',
      PAYMENTS_MODE: 'facilitator',
      FACILITATOR_URL: 'http://facilitator.example/x402',
      FACILITATOR_TOKEN: 'tok_do_not_print_me',
      PAY_TO: '0x0000000000000000000000000000000000000000',
      PUBLIC_BASE_URL: 'http://api.example.com',
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'chatty',
      PAUSED: 'perhaps',
    });

    expect(code).not.toBe(0);
    for (const name of ['PORT', 'FACILITATOR_URL', 'PAY_TO', 'PUBLIC_BASE_URL', 'TRUST_PROXY', 'LOG_LEVEL', 'PAUSED']) {
      expect(output).toContain(name);
    }
    expect(output).not.toContain('tok_do_not_print_me');
  });

  inFull('--check-config accepts a production configuration and ends (CAMPAIGN=full)', async () => {
    const { code, output } = await runApp('api', ['--check-config'], {
      DATA_DIR: scratch.folder(),
      PAYMENTS_MODE: 'facilitator',
      FACILITATOR_URL: 'https://facilitator.example/x402',
      PAY_TO: '0x000000000000000000000000000000000000dEaD',
      PUBLIC_BASE_URL: 'https://api.example.com',
      TRUST_PROXY: '1',
    });

    expect([code, output]).toEqual([0, expect.any(String)]);
  });

  inFull('a snapshot that was tampered with is not served (CAMPAIGN=full)', async () => {
    const dataDir = starterData();
    tamperWithContent(join(dataDir, 'snapshots.db'));

    const { url } = await sandbox(dataDir);
    const paid = await fetch(`${url}/v1/eol/nodejs`);

    expect(await eolHealth(url)).toMatchObject({ loaded: false, problem: expect.any(String) });
    expect([paid.status, ((await paid.json()) as { error: { code: string } }).error.code]).toEqual([
      503,
      'dataset_unavailable',
    ]);
    expect(paid.headers.get('payment-required')).toBeNull();
  });

  feedDescribe('with the whole feed (data/endoflife/products-full.json)', () => {
    it('a new snapshot is swapped in without one failed request', async () => {
      const dataDir = starterData();
      const { url } = await sandbox(dataDir);
      const before = (await eolHealth(url)).snapshot_id;
      const seen = new Map<string, number>();
      let over = false;
      const hammer = async (path: string) => {
        while (!over) {
          const outcome = await fetch(url + path).then(
            async (response) => `${response.status} ${(await response.text()).length > 0 ? 'full' : 'empty'}`,
            (fault: unknown) => String(fault),
          );
          seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
        }
      };
      const hammers = ['/v1/eol/manifest', '/v1/eol/nodejs', '/v1/eol/index', '/v1/eol/manifest'].map(hammer);

      await ingestFeed(dataDir);
      const after = await until(
        () => eolHealth(url),
        ({ snapshot_id }) => snapshot_id !== before,
      );
      over = true;
      await Promise.all(hammers);

      expect(after).toMatchObject({ loaded: true, starter: false, problem: null });
      expect([...seen.keys()].sort()).toEqual(['200 full', '402 full']);
      expect(Math.min(...seen.values())).toBeGreaterThan(20);
    });

    it('a new snapshot that does not verify is refused: the old one stays, and /health says why', async () => {
      const dataDir = starterData();
      const { app, url } = await sandbox(dataDir);
      const before = await eolHealth(url);
      // The process sleeps while the snapshot is published and spoilt, so that it never sees the good one.
      app.signal('SIGSTOP');
      await ingestFeed(dataDir);
      tamperWithContent(join(dataDir, 'snapshots.db'));
      app.signal('SIGCONT');

      const after = await until(
        () => eolHealth(url),
        ({ problem }) => problem !== null,
      );
      const paid = await fetch(`${url}/v1/eol/nodejs`);

      expect(after).toMatchObject({ loaded: true, snapshot_id: before.snapshot_id, starter: true });
      expect(paid.status).toBe(402);
    });
  });
});
