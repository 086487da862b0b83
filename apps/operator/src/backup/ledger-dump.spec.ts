import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { generateKeyPem } from '@stackcheck/signing';
import { openPostgresReader } from '@stackcheck/store-postgres';
import { openTransactionBook } from '@stackcheck/store-sqlite/gas';
import { LedgerDatabase, postgresPrograms } from '@stackcheck/store-postgres/testing';
import { runOperator } from '../operator';
import { dumpLedger, restoreLedger } from './ledger-dump';

const hasClient = ['pg_dump', 'pg_restore', 'psql'].every((name) => spawnSync(name, ['--version']).status === 0);
const here = process.env['CAMPAIGN'] === 'full' && hasClient && postgresPrograms() ? describe : describe.skip;
const NOW_MS = 1_790_000_000_000;
const PASSWORD = 'pass:w/ord@1';
const RUNBOOK = join(__dirname, '..', '..', '..', '..', 'docs', 'runbook.md');
const SHARED = { RECEIPT_KEY: generateKeyPem(), STACK_WATCH: 'off', PAYMENTS_MODE: 'sandbox' };
const SETTLEMENT = { transaction: '0xabc', evidence: 'facilitator' } as const;

here('a ledger in PostgreSQL, backed up and restored (needs CAMPAIGN=full, and its programs)', () => {
  let database: LedgerDatabase;
  let folder: string;
  const at = (name: string): string => join(folder, name);
  const urlOf = (name: string): string =>
    database.server.url(name).replace('owner@', `owner:${encodeURIComponent(PASSWORD)}@`);

  beforeAll(async () => {
    database = await LedgerDatabase.start();
    await database.server.run(`ALTER ROLE owner PASSWORD '${PASSWORD}'`);
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'postgres-backup-'));
    mkdirSync(at('data/sold'), { recursive: true });
    writeFileSync(at('data/sold/eol-1.json.gz'), randomBytes(1_000));
    writeFileSync(at('key'), randomBytes(32).toString('hex'), { mode: 0o600 });
  });
  afterEach(async () => {
    await database.empty();
    rmSync(folder, { recursive: true, force: true });
  });
  afterAll(() => database.stop());

  async function run(ledgerUrl: string | null, ...args: string[]) {
    return runIn({}, ledgerUrl, ...args, '--key-file', at('key'));
  }

  async function runIn(env: Readonly<Record<string, string>>, ledgerUrl: string | null, ...args: string[]) {
    let [out, err] = ['', ''];
    const code = await runOperator(args, {
      env: {
        DATA_DIR: at('data'),
        PATH: process.env['PATH'],
        ...(ledgerUrl === null ? {} : { LEDGER_URL: ledgerUrl }),
        ...env,
      },
      write: (text) => (out += text),
      complain: (line) => (err += `${line}\n`),
    });
    return { code, out, err };
  }

  /** Sells so many while a backup is made, and one before it. @returns ids of all */
  async function sellMeanwhile(count: number, work: () => Promise<unknown>): Promise<void> {
    const store = await database.open('one');
    const sell = async (): Promise<void> => {
      const intent = testIntent();
      const claimed = await store.ledger.claim(intent, NOW_MS);
      if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
      const named = { success: true, transaction: '0xabc', network: 'eip155:84532', payer: intent.key.payer };
      const paymentResponse = Buffer.from(JSON.stringify(named)).toString('base64');
      await store.ledger.settled(claimed.id, { ...SETTLEMENT, paymentResponse }, NOW_MS);
    };
    await sell();
    const selling = Promise.all(Array.from({ length: count }, sell));
    await work();
    await selling;
    await store.close();
  }
  const paymentsIn = async (name: string): Promise<number> => {
    const reader = openPostgresReader(urlOf(name));
    expect(await reader.faults()).toEqual([]);
    return (await reader.list({ limit: 1_000 })).length;
  };

  it('drill: sold under load, lost, restored into an empty database, proven, and never over one that is not empty', async () => {
    const url = urlOf('postgres');
    await sellMeanwhile(30, async () => expect(await run(url, 'backup', at('b'))).toMatchObject({ code: 0, err: '' }));
    const sealed = readFileSync(at('b'));
    for (const known of ['PGDMP', 'payment_event', PASSWORD]) expect(sealed.includes(known)).toBe(false);

    expect(await run(url, 'restore', at('b'))).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is not empty, and a backup never replaces one/),
    });
    expect(await run(url, 'restore', at('b'), '--verify')).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^\d+ payments as of .* event chain, histories and keys are sound\n$/),
    });
    const left = await database.server.run(`SELECT datname FROM pg_database WHERE datname LIKE 'stackcheck_proof_%'`);
    expect(left).toEqual([]);

    await database.server.run('CREATE DATABASE lost');
    rmSync(at('data'), { recursive: true });
    expect(await run(urlOf('lost'), 'restore', at('b'), '--dry-run')).toMatchObject({ code: 0 });
    expect(existsSync(at('data'))).toBe(false);
    const restored = await run(urlOf('lost'), 'restore', at('b'));
    expect(restored).toMatchObject({ code: 0, err: '', out: expect.stringContaining('restored into LEDGER_URL and') });
    expect(existsSync(at('data/sold/eol-1.json.gz'))).toBe(true);
    const payments = await paymentsIn('lost');
    expect(payments).toBeGreaterThanOrEqual(1);
    expect(restored.out).toContain(`${payments} payments`);
  });

  it('is not restored into a data folder whose API settles with its wallet: nothing is written', async () => {
    await sellMeanwhile(0, () => run(urlOf('postgres'), 'backup', at('b')));
    await database.server.run('CREATE DATABASE selling');
    const api = openTransactionBook(at('data/gas.db'), { chainId: 8453, wallet: `0x${'ab'.repeat(20)}` });

    const refused = await run(urlOf('selling'), 'restore', at('b'));
    api.close();

    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^an API runs on this data folder/) });
    expect(await run(urlOf('selling'), 'restore', at('b'))).toMatchObject({ code: 0, err: '' });
  });

  it('is not backed up with programs of an earlier PostgreSQL: a sentence, nothing written, and the doctor says so', async () => {
    mkdirSync(at('bin'));
    const url = urlOf('postgres');
    const old = (text: string): Readonly<Record<string, string>> => {
      writeFileSync(at('bin/pg_dump'), `#!/bin/sh\necho '${text}'\n`, { mode: 0o755 });
      return { PATH: `${at('bin')}:${process.env['PATH']}` };
    };
    const backup = (env: Readonly<Record<string, string>>, ...more: string[]) =>
      runIn(env, url, 'backup', at('b'), '--key-file', at('key'), ...more);
    const doctor = (env: Readonly<Record<string, string>>) =>
      runIn({ ...SHARED, PORT: '9', LEDGER_STANDBY: 'none', ...env }, url, 'doctor', '--json');
    await sellMeanwhile(0, async () => undefined);
    const early = old('pg_dump (PostgreSQL) 9.6.24');
    const said = /pg_dump is of PostgreSQL 9 and the server of LEDGER_URL of \d+, which it cannot dump/;

    for (const more of [[], ['--dry-run']])
      expect(await backup(early, ...more)).toMatchObject({
        code: 2,
        err: expect.stringMatching(new RegExp(`^${said.source}; nothing was written: install postgresql-client-\\d+`)),
      });
    expect(await backup(old('who knows'))).toMatchObject({ code: 2, err: expect.stringContaining('does not say') });
    expect(existsSync(at('b'))).toBe(false);
    const examined = await doctor(old('pg_dump (PostgreSQL) 9.6.24'));
    expect(examined.code).toBe(1);
    const { findings } = JSON.parse(examined.out) as { readonly findings: readonly Record<string, string>[] };
    expect(findings).toContainEqual({
      ...{ check: 'ledger', level: 'fault', what: expect.stringMatching(said) },
      why: 'no backup of the ledger can be made from here',
      todo: expect.stringMatching(/^install postgresql-client-\d+ or newer$/),
    });
    expect((await doctor({})).out).toContain('can back up the server of LEDGER_URL');
  });

  it('a restore that breaks off leaves nothing, and a ledger that is not sound sells nothing', async () => {
    const url = urlOf('postgres');
    await sellMeanwhile(0, async () => undefined);
    await database.server.run(`SET session_replication_role = replica; UPDATE payment_event SET detail = 'changed'`);
    await run(url, 'backup', at('b'));

    expect(await run(url, 'restore', at('b'), '--verify')).toMatchObject({
      code: 1,
      err: expect.stringContaining('FAULT'),
    });
    await database.server.run('CREATE DATABASE unsound');
    expect(await run(urlOf('unsound'), 'restore', at('b'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not sound: drop it'),
    });
    expect(await database.server.run('SELECT stopped FROM cluster', 'unsound')).toEqual([
      { stopped: 'a backup was restored that is not sound' },
    ]);
    expect(existsSync(at('data/replaced-'))).toBe(false);
  });

  async function shell(line: string, env: Readonly<Record<string, string | undefined>>) {
    const { status, stderr } = spawnSync('sh', ['-c', line], { env, encoding: 'utf8' });
    return { code: status, err: stderr };
  }

  /** The environment in which a program of PostgreSQL is preceded by something of ours; `$REAL` is the program itself. */
  function envWith(program: string, script: string) {
    const real = spawnSync('which', [program], { encoding: 'utf8' }).stdout.trim();
    mkdirSync(at('wrapped'), { recursive: true });
    writeFileSync(at(`wrapped/${program}`), `#!/bin/sh\nREAL=${real}\n${script}\n`);
    chmodSync(at(`wrapped/${program}`), 0o755);
    return { ...process.env, PATH: `${at('wrapped')}:${process.env['PATH']}` };
  }

  it('sells nothing before it is proven and all else is in place, and then it does', async () => {
    await sellMeanwhile(3, async () => undefined);
    // What is the server's is no part of a ledger, and settings of newer clients are unknown to older servers.
    await database.server.run('CREATE EXTENSION pg_stat_statements');
    await dumpLedger(urlOf('postgres'), at('dump'), process.env);
    await database.server.run('DROP EXTENSION pg_stat_statements');
    await database.server.run('CREATE DATABASE again');
    const open = (bootId: string) => database.open(bootId, { url: database.server.url('again') });
    const newer = `case "$*" in *--list*) ;; *) echo 'SET transaction_timeout = 0;';; esac; exec "$REAL" "$@"`;

    const payments = await restoreLedger(urlOf('again'), at('dump'), envWith('pg_restore', newer), async (proof) => {
      await expect(open('early').then(({ ledger }) => ledger.claim(testIntent(), NOW_MS))).rejects.toThrow(
        /being restored/,
      );
      return proof.payments;
    });

    expect(payments).toBe(4);
    const { ledger } = await open('later');
    expect(await ledger.claim(testIntent(), NOW_MS)).toMatchObject({ kind: 'claimed' });
    await database.close();
  });

  it('is left marked where what follows fails, and empty where the dump ends early', async () => {
    await sellMeanwhile(0, async () => undefined);
    await dumpLedger(urlOf('postgres'), at('dump'), process.env);
    for (const name of ['filled', 'short']) await database.server.run(`CREATE DATABASE ${name}`);

    const filled = restoreLedger(urlOf('filled'), at('dump'), process.env, async () => {
      throw new Error('no space left');
    });
    await expect(filled).rejects.toThrow(
      /^no space left; the database .*\/filled was filled, and no node sells over it: drop it/,
    );
    expect(await database.server.run('SELECT stopped IS NULL AS open FROM cluster', 'filled')).toEqual([
      { open: false },
    ]);

    const cut = envWith(
      'pg_restore',
      `case "$*" in *--list*) exec "$REAL" "$@";; esac; "$REAL" "$@" | head -c 9000; exit 1`,
    );
    await expect(restoreLedger(urlOf('short'), at('dump'), cut, async () => undefined)).rejects.toThrow(
      'pg_restore failed',
    );
    expect(await database.server.run(`SELECT to_regclass('payment') AS there`, 'short')).toEqual([{ there: null }]);
  });

  it('comes back by the commands of the runbook', async () => {
    await sellMeanwhile(1, async () => undefined);
    await run(urlOf('postgres'), 'backup', at('b'));
    await database.server.run('CREATE ROLE api_role LOGIN');
    const { port } = new URL(database.server.url());
    const env = { ...process.env, PGPORT: port, PGPASSWORD: PASSWORD };
    const [, block] = /```text\n(createdb [^`]*)```/.exec(readFileSync(RUNBOOK, 'utf8'))!;
    const done: string[] = [];

    for (const line of block!.trim().split('\n')) {
      const restoring = /^LEDGER_URL=\S+\/(\w+) npm run operator -- (restore) BACKUP --key-file KEY$/.exec(line);
      const { code, err } = restoring
        ? await run(urlOf(restoring[1]!), restoring[2]!, at('b'))
        : await shell(line.replace(/\bdb2\b/, '127.0.0.1'), env);
      expect({ line, code, err }).toEqual({ line, code: 0, err: '' });
      done.push(line.split(' ')[0]!.split('=')[0]!);
    }

    expect(done).toEqual(['createdb', 'LEDGER_URL', 'psql']);
    expect(await paymentsIn('ledger2')).toBe(2);
    const seller = await database.server.run(
      "SELECT has_table_privilege('api_role', 'payment', 'INSERT') AS sells",
      'ledger2',
    );
    expect(seller).toEqual([{ sells: true }]);
  });

  it('says what it lacks: the programs, the URL, and never the password', async () => {
    const url = urlOf('postgres');
    await sellMeanwhile(0, async () => undefined);
    await run(url, 'backup', at('b'));

    expect(await run(null, 'restore', at('b'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('set LEDGER_URL'),
    });
    const away = await run(url.replace(/:\d+\//, ':1/'), 'backup', at('c'));
    expect(away).toMatchObject({ code: 1, err: expect.stringMatching(/^the payment ledger cannot be used: /) });
    expect(away.err).not.toContain(PASSWORD);
    expect(existsSync(at('c'))).toBe(false);

    const arguments_ = at('arguments');
    mkdirSync(at('bin'));
    writeFileSync(at('bin/pg_dump'), `#!/bin/sh\necho "$@" > ${arguments_}\necho "no: $PGPASSWORD" >&2\nexit 3\n`);
    chmodSync(at('bin/pg_dump'), 0o755);
    const path = process.env['PATH'];
    process.env['PATH'] = `${at('bin')}:${path}`;
    try {
      const { code, err } = await run(url, 'backup', at('c'));
      expect({ code, err }).toEqual({ code: 1, err: 'pg_dump failed: no: …\n' });
      expect(readFileSync(arguments_, 'utf8')).not.toContain('ord@1');
    } finally {
      process.env['PATH'] = path;
    }
  });
});
