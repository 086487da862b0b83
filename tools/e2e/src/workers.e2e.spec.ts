import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { generateKeyPem } from '@stackcheck/signing';
import { postgresPrograms, sharedLedger, startPostgres, type PostgresServer } from '@stackcheck/store-postgres/testing';
import { appsAreBuilt, freePort } from './processes/built-app';
import { startSelling, type SellingProcess } from './processes/selling-process';
import { startSlowFacilitator, type SlowFacilitator } from './processes/slow-facilitator';
import { publishSelection } from './service/publish-selection';
import { Scratch } from './service/scratch';

jest.setTimeout(240_000);

const scratch = new Scratch();
let database: PostgresServer;
let facilitator: SlowFacilitator;
let metricsPort: number;
const TOKEN = 'a-token-that-nobody-guesses';
let shop: SellingProcess;

const until = async (done: () => boolean, of = shop): Promise<void> => {
  const deadline = Date.now() + 30_000;
  while (!done()) {
    if (Date.now() > deadline) throw new Error(`it did not happen in 30 s\n${of.app.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** The processes that this one started. */
function workersOf(pid: number): readonly number[] {
  const started = readdirSync('/proc').filter((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return parent === String(pid) && state !== 'Z';
    } catch {
      return false;
    }
  });
  return started.map(Number);
}

/** Over a connection of its own, so that any worker may accept it. */
const ask = (header?: string, signal: AbortSignal | null = null): Promise<Response> =>
  fetch(`${shop.url}/v1/eol/nodejs`, {
    signal,
    headers: { Connection: 'close', ...(header ? { 'PAYMENT-SIGNATURE': header } : {}) },
  });

/** Longer than a node may stand still. */
const FROZEN_MS = 24_000;

const isAsked = process.env['CAMPAIGN'] === 'full';
const there = isAsked && appsAreBuilt() && process.platform === 'linux' && postgresPrograms() !== undefined;
const here = there ? describe : describe.skip;

here('two workers over one PostgreSQL (needs CAMPAIGN=full, one, Linux, and `npm run build`)', () => {
  beforeAll(async () => {
    database = await startPostgres();
    facilitator = await startSlowFacilitator();
    shop = await startShop();
  });
  beforeEach(() => {
    facilitator.settleMs = 0;
    facilitator.calls.settle = 0;
  });
  afterAll(async () => {
    await scratch.clear();
    await facilitator.close();
    await database.stop();
  });

  /** With a ledger of its own: it has terms and keys of its own, too. */
  const startShop = async (): Promise<SellingProcess> => {
    const dataDir = scratch.folder();
    await publishSelection(dataDir);
    const name = `shop_${randomBytes(6).toString('hex')}`;
    await database.run(`CREATE DATABASE ${name}`);
    metricsPort = await freePort();
    const over = sharedLedger(database.url(name), generateKeyPem());
    const env = { ...over, WORKERS: '2', METRICS_PORT: String(metricsPort), OPERATOR_TOKEN: TOKEN };
    const started = await startSelling({ dataDir, facilitatorUrl: facilitator.url, env });
    scratch.keep(started.app);
    await until(() => started.app.output().includes('stackcheck serves'), started);
    return started;
  };

  it('are measured together', async () => {
    expect((await ask(shop.payment())).status).toBe(200);
    for (let i = 0; i < 6; i++) expect((await ask()).status).toBe(402);
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const page = await (await fetch(`http://127.0.0.1:${metricsPort}/`, { headers })).text();

    expect(page.match(/data-label="Memory, MiB"/g)).toHaveLength(2);
    expect(text).toMatch(/stackcheck_http_answers_total\{route="service_eol_product",status="402"\} 6\n/);
    expect(text).toContain('stackcheck_payments{state="settled"} 1\n');
  });

  it('settle one payment once, whichever of them is asked, and give one answer', async () => {
    facilitator.settleMs = 300;
    const header = shop.payment();
    const replies = await Promise.all(Array.from({ length: 12 }, () => ask(header)));
    const bodies = await Promise.all(replies.map((reply) => reply.text()));

    expect(facilitator.calls.settle).toBe(1);
    const answers = new Set(bodies.filter((_, index) => replies[index]!.status === 200));
    expect(answers.size).toBe(1);
    const codes = bodies.flatMap((body, index) =>
      replies[index]!.status === 200 ? [] : [(JSON.parse(body) as { error: { code: string } }).error.code],
    );
    expect(new Set(codes)).toEqual(new Set(['payment_in_progress']));
  });

  it('go on selling when one of them is killed, and give its buyer the answer', async () => {
    facilitator.settleMs = 1_500;
    const headers = [shop.payment(), shop.payment(), shop.payment(), shop.payment()];
    const bought = headers.map((header) => ask(header).catch(() => undefined));
    await until(() => facilitator.calls.settle === headers.length);
    const [victim] = workersOf(shop.app.pid);
    process.kill(victim!, 'SIGKILL');
    await Promise.all(bought);
    facilitator.settleMs = 0;

    const seen = await Promise.all(
      headers.map(async (header) => {
        for (;;) {
          const reply = await ask(header);
          if (reply.status === 200) return 200;
          const { code } = ((await reply.json()) as { error: { code: string } }).error;
          if (code !== 'payment_in_progress' && code !== 'settlement_unknown') return code;
          await new Promise((resolve) => setTimeout(resolve, 250));
        }
      }),
    );
    await until(() => workersOf(shop.app.pid).length === 2);

    // Whose answer had gone out already, without an identifier, hears that it is used up.
    for (const [index, outcome] of seen.entries())
      expect((await bought[index])?.status === 200 ? [200, 'payment_replayed'] : [200]).toContain(outcome);
    expect(shop.app.output()).toMatch(/worker [01] ended with SIGKILL and is started again at once/);
  });

  it('go on without one that was frozen for too long, which ends and is started again', async () => {
    const [frozen, other] = workersOf(shop.app.pid);
    const before = shop.app.output().length;
    const sold = async (): Promise<boolean> => {
      const reply = await ask(shop.payment(), AbortSignal.timeout(2_000)).catch(() => undefined);
      return reply?.status === 200;
    };
    process.kill(frozen!, 'SIGSTOP');
    const thawAt = Date.now() + FROZEN_MS;
    let sales = 0;
    while (Date.now() < thawAt) {
      sales += Number(await sold());
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    process.kill(frozen!, 'SIGCONT');
    await until(() => /worker [01] ended with 1 and is started again/.test(shop.app.output().slice(before)));
    await until(() => workersOf(shop.app.pid).length === 2);

    expect(sales).toBeGreaterThan(5);
    expect(workersOf(shop.app.pid)).toContain(other);
    expect(await sold()).toBe(true);
  });

  it('finish what they settle and end on a signal', async () => {
    facilitator.settleMs = 1_000;
    const bought = ask(shop.payment());
    await until(() => facilitator.calls.settle === 1);
    shop.app.signal('SIGTERM');

    expect([(await bought).status, await shop.app.ended]).toEqual([200, 0]);
  });

  it('end when the one that started them is killed', async () => {
    shop = await startShop();
    const workers = workersOf(shop.app.pid);
    await shop.app.close();
    const isThere = (pid: number): boolean => readdirSync('/proc').includes(String(pid));
    await until(() => !workers.some(isThere));

    expect(workers).toHaveLength(2);
  });
});
