import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { startBalancer } from '@stackcheck/cluster';
import { generateKeyPem, type KeySet } from '@stackcheck/signing';
import { postgresPrograms, sharedLedger, startPostgres, type PostgresServer } from '@stackcheck/store-postgres/testing';
import { appsAreBuilt, freePort } from './processes/built-app';
import { startSelling, type SellingProcess } from './processes/selling-process';
import { startSlowFacilitator, type SlowFacilitator } from './processes/slow-facilitator';
import { publishSelection } from './service/publish-selection';
import { Scratch } from './service/scratch';

jest.setTimeout(240_000);

const there = process.env['CAMPAIGN'] === 'full' && appsAreBuilt() && postgresPrograms() !== undefined;
const PRODUCT = '/v1/eol/nodejs';

/** What operators do according to docs/nodes.md, with real processes. */
(there ? describe : describe.skip)(
  'instances as operators handle them (needs CAMPAIGN=full, a PostgreSQL, and `npm run build`)',
  () => {
    const scratch = new Scratch();
    let database: PostgresServer;
    let facilitator: SlowFacilitator;
    let ports: readonly number[];
    let folder: string;
    let machines: string;
    let env: Readonly<Record<string, string>>;
    let url: string;

    beforeEach(async () => {
      database = await startPostgres();
      scratch.keep({ close: () => database.stop() });
      facilitator = scratch.keep(await startSlowFacilitator());
      [folder, machines] = [scratch.folder(), scratch.folder()];
      await publishSelection(folder);
      ports = [await freePort(), await freePort()];
      const front = await freePort();
      url = `http://127.0.0.1:${front}`;
      env = { ...sharedLedger(database.url(), generateKeyPem()), PUBLIC_BASE_URL: url };
      scratch.keep(await startBalancer(front, ports));
    });
    afterEach(() => scratch.clear());

    /** In a folder of its own, as on another machine. */
    const folderOf = (n: number): string => {
      const dataDir = join(machines, String(n));
      if (!existsSync(dataDir)) cpSync(folder, dataDir, { recursive: true });
      return dataDir;
    };
    const start = async (n: number, more: Readonly<Record<string, string>> = {}): Promise<SellingProcess> => {
      const [dataDir, port] = [folderOf(n), ports[n]!];
      const node = await startSelling({ dataDir, facilitatorUrl: facilitator.url, port, env: { ...env, ...more } });
      scratch.keep(node.app);
      await until(async () => (await fetch(`${node.url}/readyz`)).status === 200);
      return node;
    };
    const stop = async ({ app }: SellingProcess): Promise<void> => {
      app.signal('SIGTERM');
      expect(await app.ended).toBe(0);
    };
    /** How many processes have sold something, those that ended included. */
    const sellers = async (): Promise<number> => {
      const [row] = await database.run('SELECT count(DISTINCT boot_id)::int AS sellers FROM payment');
      return row!['sellers'] as number;
    };

    it('one is added, one restarted and one taken away while buyers buy: none of their calls fails, and each is charged once', async () => {
      const first = await start(0);
      const buyers = startBuyers(url, () => first.payment());
      scratch.keep({ close: () => buyers.stop() });
      await until(async () => (await sellers()) === 1);

      const second = await start(1);
      await until(async () => (await sellers()) === 2);
      await stop(first);
      await start(0);
      await until(async () => (await sellers()) === 3);
      await stop(second);
      await buyers.more(5);
      const { sold, failures } = await buyers.stop();

      expect(failures).toEqual([]);
      expect(facilitator.calls.settle).toBe(sold);
      expect(await database.run('SELECT state, count(*)::int FROM payment GROUP BY state')).toEqual([
        { state: 'settled', count: sold },
      ]);
      expect(await database.run('SELECT gone, count(*)::int FROM node GROUP BY gone ORDER BY gone')).toEqual([
        { gone: false, count: 1 },
        { gone: true, count: 2 },
      ]);
    });

    it('another receipt key is taken by all of them together, and the one before stays listed with its end', async () => {
      const listed = async ({ url: own }: SellingProcess): Promise<readonly (readonly [string, boolean])[]> => {
        const { keys } = (await (await fetch(`${own}/.well-known/jwks.json`)).json()) as KeySet;
        return keys.slice(1).map(({ kid, exp }) => [kid, exp !== undefined]);
      };
      const [first, other] = [await start(0), { RECEIPT_KEY: generateKeyPem() }];
      const [[before]] = (await listed(first)) as readonly [readonly [string, boolean]];

      await expect(start(1, other)).rejects.toThrow(
        'another instance over this ledger runs with other values of RECEIPT_KEY or L402_SECRET',
      );
      await stop(first);
      const again = await start(0, other);
      // As the page says of one that is added later.
      cpSync(join(folderOf(0), 'keys', 'receipt-jwks.json'), join(folderOf(1), 'keys', 'receipt-jwks.json'));
      const added = await start(1, other);

      const now = await listed(again);
      expect(now).toContainEqual([before, true]);
      expect(now.filter(([, isOver]) => !isOver)).toHaveLength(1);
      expect(await listed(added)).toEqual(now);
      for (const node of [again, added]) expect((await node.buy()).status).toBe(200);
    });
  },
);

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Two buyers who send a payment until it is answered, as the documents of the service say. */
function startBuyers(url: string, payment: () => string) {
  const failures: string[] = [];
  let sold = 0;
  let isOver = false;
  const lanes = [0, 1].map(async () => {
    while (!isOver) {
      const answered = await buy(url + PRODUCT, payment());
      if (answered === 'sold') sold++;
      else failures.push(answered);
    }
  });
  return {
    async more(count: number): Promise<void> {
      for (const enough = sold + count; sold < enough;) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    async stop() {
      isOver = true;
      await Promise.all(lanes);
      return { sold, failures };
    },
  };
}

const PATIENCE_MS = 60_000;

/** The same payment again where nobody answered, or the answer says that a later one will. */
async function buy(url: string, payment: string): Promise<string> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const reply = await fetch(url, { headers: { 'PAYMENT-SIGNATURE': payment, Connection: 'close' } }).catch(
      () => null,
    );
    const text = await reply?.text().catch(() => null);
    if (reply?.status === 200 && text) return 'sold';
    const mayComeYet = !reply || typeof text !== 'string' || [409, 503].includes(reply.status);
    if (!mayComeYet || performance.now() > giveUpAt) return `${reply?.status} ${text}`;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
