import { cpSync } from 'node:fs';
import { generateKeyPem } from '@stackcheck/signing';
import { postgresPrograms, sharedLedger, startPostgres, type PostgresServer } from '@stackcheck/store-postgres/testing';
import { appsAreBuilt, freePort, startProgram } from './processes/built-app';
import { startSelling, type SellingProcess } from './processes/selling-process';
import { startSlowFacilitator, type SlowFacilitator } from './processes/slow-facilitator';
import { publishSelection } from './service/publish-selection';
import { ROOT } from './service/repository';
import { Scratch } from './service/scratch';

jest.setTimeout(240_000);

const there = process.env['CAMPAIGN'] === 'full' && appsAreBuilt() && postgresPrograms() !== undefined;
const here = there ? describe : describe.skip;

here('instances over one PostgreSQL (needs CAMPAIGN=full, one, and `npm run build`)', () => {
  const scratch = new Scratch();
  let database: PostgresServer;
  let facilitator: SlowFacilitator;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    database = await startPostgres();
    env = { ...sharedLedger(database.url(), generateKeyPem()), PUBLIC_BASE_URL: 'http://127.0.0.1:8402' };
  });
  beforeEach(async () => void (facilitator = scratch.keep(await startSlowFacilitator())));
  afterEach(() => scratch.clear());
  afterAll(() => database.stop());

  /** Instances with the same snapshot in folders of their own, as a load balancer has them. */
  const startNodes = async (count: number): Promise<readonly SellingProcess[]> => {
    const dataDir = scratch.folder();
    await publishSelection(dataDir);
    return Promise.all(
      Array.from({ length: count }, async () => {
        const own = scratch.folder();
        cpSync(dataDir, own, { recursive: true });
        return startNode(own);
      }),
    );
  };
  const startNode = async (dataDir: string, port?: number): Promise<SellingProcess> => {
    const started = await startSelling({
      dataDir,
      facilitatorUrl: facilitator.url,
      env,
      ...(port === undefined ? {} : { port }),
    });
    scratch.keep(started.app);
    return started;
  };
  const seen = async (reply: Response): Promise<readonly [number, string]> => {
    const text = await reply.text();
    return [reply.status, reply.ok ? text : (JSON.parse(text) as { error: { code: string } }).error.code];
  };

  it('sell together: what one sold the others answer, byte for byte, also when it was killed', async () => {
    const [one, two, three] = (await startNodes(3)) as [SellingProcess, SellingProcess, SellingProcess];
    const payment = one.payment();

    const replies = await Promise.all([one, two, three].map(async (node) => seen(await node.buy(payment))));
    const answered = replies.filter(([status]) => status === 200);
    const settled = facilitator.calls.settle;
    one.app.signal('SIGKILL');
    await one.app.ended;
    const after = await Promise.all([two, three].map(async (node) => seen(await node.buy(payment))));

    expect(settled).toBe(1);
    expect(replies.filter(([status]) => status !== 200).map(([, code]) => code)).toEqual(
      Array.from({ length: 3 - answered.length }, () => 'payment_in_progress'),
    );
    expect(new Set([...answered, ...after].map(([, body]) => body)).size).toBe(1);
    expect(after.map(([status]) => status)).toEqual([200, 200]);
    expect(facilitator.calls.settle).toBe(1);
    expect((await seen(await two.buy()))[0]).toBe(200);
  });

  it('finish what a killed one was settling when it is back at its place, and charge it once', async () => {
    const [port, folder] = [await freePort(), scratch.folder()];
    await publishSelection(folder);
    const node = await startNode(folder, port);
    const [other] = (await startNodes(1)) as [SellingProcess];
    const payment = node.payment();
    facilitator.settleMs = 5_000;
    const lost = node.buy(payment).catch(() => undefined);
    while (facilitator.calls.settle === 0) await new Promise((resolve) => setTimeout(resolve, 10));

    const meanwhile = await seen(await other.buy(payment));
    node.app.signal('SIGKILL');
    await Promise.all([lost, node.app.ended]);
    facilitator.settleMs = 0;
    const again = await startNode(folder, port);
    let [status, body] = await seen(await again.buy(payment));
    const codes = new Set<string>();
    for (; status !== 200; [status, body] = await seen(await again.buy(payment))) {
      codes.add(body);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }

    expect(meanwhile).toEqual([409, 'payment_in_progress']);
    // On a slow machine it is finished before it is asked again.
    expect([...codes].filter((code) => code !== 'payment_in_progress')).toEqual([]);
    expect(await seen(await other.buy(payment))).toEqual([200, body]);
    expect(facilitator.calls.settle).toBe(2);
  });

  it('are looked into and paused by the operator’s commands', async () => {
    const [node] = (await startNodes(1)) as [SellingProcess];
    await node.buy();
    const run = async (...args: string[]) => {
      const program = startProgram([process.execPath, `${ROOT}/apps/operator/dist/main.js`, ...args], {
        LEDGER_URL: database.url(),
      });
      return [await program.ended, program.output()] as const;
    };

    const listed = await run('list', '--json');
    // Claims that lost against another one leave gaps between the numbers.
    const [{ id }] = JSON.parse(listed[1]) as [{ id: number }];
    const [shown, verified] = await Promise.all([run('show', `${id}`), run('ledger', 'verify')]);

    expect(await run('pause', 'a test')).toEqual([
      0,
      expect.stringMatching(/^payments stop on \d+ instances? .*: a test\n$/),
    ]);
    expect(await run('nodes')).toEqual([0, expect.stringMatching(/there[^]*paused: a test/)]);
    const until = async (status: number): Promise<void> => {
      while ((await node.buy()).status !== status) await new Promise((resolve) => setTimeout(resolve, 100));
    };
    await until(503);
    expect(await run('resume')).toEqual([0, expect.stringMatching(/^payments are taken again on/)]);
    await until(200);

    expect(listed).toEqual([0, expect.stringContaining('"state": "settled"')]);
    expect(shown).toEqual([0, expect.stringMatching(/event 1 {2}settling.*\n.*event 2 {2}settled/)]);
    expect(verified).toEqual([0, expect.stringContaining('the ledger is sound')]);
  });
});
