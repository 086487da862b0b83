import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LedgerDatabase, postgresPrograms } from '@stackcheck/store-postgres/testing';
import { runCli } from '../cli';
import { runOperator } from '../operator';

const PAGE = join(__dirname, '..', '..', '..', '..', 'docs', 'nodes.md');
const here = postgresPrograms() === undefined ? describe.skip : describe;

here('nodes, over PostgreSQL (skipped where none can start)', () => {
  let database: LedgerDatabase;
  beforeAll(async () => void (database = await LedgerDatabase.start()));
  afterEach(() => database.empty());
  afterAll(() => database.stop());

  async function run(program: typeof runCli, ...args: string[]) {
    let [out, err] = ['', ''];
    const code = await program(args, {
      env: { LEDGER_URL: database.server.url() },
      write: (text) => (out += text),
      complain: (line) => (err += `${line}\n`),
    });
    return { code, out, err };
  }
  const switches = async () => {
    const { out } = await run(runOperator, 'nodes', 'list', '--json');
    const { paused, stopped, nodes } = JSON.parse(out) as { paused: string | null; stopped: null; nodes: object[] };
    return { paused, stopped, nodes: nodes.length };
  };

  it('are paused and resumed by either command line, and nothing is changed by a dry run', async () => {
    await database.open('one');
    const idle = { paused: null, stopped: null, nodes: 1 };

    expect(await run(runOperator, 'nodes', 'pause', 'a test', '--dry-run')).toMatchObject({
      code: 0,
      out: 'would stop payments on 1 instance: a test\n',
    });
    expect(await run(runOperator, 'nodes', 'resume', '--dry-run')).toMatchObject({ out: 'nothing is paused\n' });
    expect(await switches()).toEqual(idle);

    expect(await run(runOperator, 'nodes', 'pause', 'a test')).toEqual({
      code: 0,
      out: 'payments stop on 1 instance within three seconds: a test\n',
      err: '',
    });
    expect(await switches()).toEqual({ ...idle, paused: 'a test' });
    expect(await run(runCli, 'resume', '--dry-run')).toMatchObject({
      code: 0,
      out: 'would take payments again on 1 instance\n',
    });
    expect(await switches()).toEqual({ ...idle, paused: 'a test' });
    expect(await run(runCli, 'nodes', 'resume')).toEqual({
      code: 0,
      out: 'payments are taken again on 1 instance\n',
      err: '',
    });
    expect(await switches()).toEqual(idle);
  });

  it('a dry run of resume reports a loss that nobody looked at', async () => {
    await database.open('one');
    await database.server.run(`UPDATE cluster SET stopped = 'events are missing'`);

    const { out } = await run(runOperator, 'nodes', 'resume', '--dry-run');
    expect(out).toMatch(/^would not resume: events are missing; run payments audit/);
    await database.server.run('UPDATE cluster SET stopped = NULL');
  });

  it('are not resumed over a ledger that was moved: its payments are in another one, which sells', async () => {
    await database.open('one');
    await database.server.run(`UPDATE cluster SET stopped = 'moved to /srv/payments.db'`);
    const elsewhere = 'moved to /srv/payments.db; set LEDGER_URL to where it is now, or DATA_DIR to its folder\n';

    expect(await run(runOperator, 'nodes', 'resume', '--audited', '--dry-run')).toMatchObject({
      out: `would not resume: ${elsewhere}`,
    });
    expect(await run(runOperator, 'nodes', 'resume', '--audited')).toEqual({
      code: 1,
      out: '',
      err: `payments stay stopped: ${elsewhere}`,
    });
    expect(await switches()).toMatchObject({ stopped: 'moved to /srv/payments.db' });
    const said: string[] = [];
    (await database.open('two')).onFault(({ detail }) => said.push(detail));
    expect(said).toEqual([expect.stringMatching(/^this ledger was moved to \/srv\/payments.db by `payments migrate`/)]);
    await database.server.run('UPDATE cluster SET stopped = NULL');
  });

  it('are looked after by the commands of docs/nodes.md; a loss that nobody looked at is not resumed from', async () => {
    await database.open('one');
    await database.server.run(`UPDATE cluster SET stopped = 'events are missing'`);
    const [, block] = /```sh\n(npm run operator -- nodes[^`]*)```/.exec(readFileSync(PAGE, 'utf8'))!;
    const ended: string[] = [];

    for (const line of block!.trim().split('\n')) {
      const [, program, printed] = /^npm run (operator|payments) -- ([^#]*[^# ])/.exec(line)!;
      const words = printed!.replace('BOOT', 'one').split(' ');
      // To look at a beat takes 20 seconds.
      if (words.includes('retire')) words.push('--dry-run');
      const { code, err } = await run(program === 'operator' ? runOperator : runCli, ...words);
      ended.push(`${printed}: ${code}${err && ` ${err.trim()}`}`);
    }

    expect(ended).toEqual([
      'nodes: 0',
      'nodes pause maintenance: 0',
      expect.stringMatching(/^nodes resume: 1 payments stay stopped: events are missing; run payments audit/),
      'nodes retire BOOT: 0',
      expect.stringMatching(/^audit: 2 RPC_URL/),
      'ledger verify: 0',
      'nodes resume --audited: 0',
    ]);
    expect(await switches()).toEqual({ paused: null, stopped: null, nodes: 1 });
  });

  it('one is retired by its name, as nodes lists it', async () => {
    await database.open('one');

    expect(await run(runOperator, 'nodes', 'retire', 'one', '--dry-run')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^would retire one .* 0 open payments/),
    });
    expect(await run(runOperator, 'nodes', 'retire', 'two')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^looking for 20 seconds .*\nthere is no instance two: see nodes\n$/),
    });
    expect(await run(runCli, 'nodes', 'retire', 'one', '--now')).toMatchObject({ code: 2 });
    expect((await switches()).nodes).toBe(1);
  });
});

it.each([[['nodes', 'lost']], [['nodes', 'pause', 'a', 'b']], [['nodes', 'retire']]])('refuses %j', async (args) => {
  const quiet = { env: {}, write: () => undefined, complain: () => undefined };

  expect(await runOperator(args, quiet)).toBe(2);
});
