import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '@stackcheck/api';
import { startSmallUpstream } from '@stackcheck/ingest/testing';
import { signTestPayment, TEST_WALLET } from '@stackcheck/payment-x402/testing';
import type { Address } from 'viem';
import { anvilAvailable } from './chain/anvil';
import { startTestChain, type TestChain } from './chain/test-chain';
import { runIn } from './discovery/run-program';
import {
  appsAreBuilt,
  freePort,
  runApp,
  startApp,
  startProgram,
  untilLive,
  type RunningApp,
} from './processes/built-app';
import { ROOT } from './service/repository';
import { Scratch } from './service/scratch';

jest.setTimeout(240_000);

const PRODUCT = '/v1/eol/nodejs';
const LANES = 8;
const SOLD_MIN = 24;
/** How long a payment may be held after a restore. */
const ANSWERED_WITHIN_MS = 90_000;
/** Blocks after which a node of the local chain calls one safe. */
const SAFE_BLOCKS = 64;

interface Sale {
  readonly header: string;
  readonly body: string;
}

interface Audit {
  readonly findings: readonly { readonly kind: string; readonly transfer?: { readonly transaction: string } }[];
}

const scratch = new Scratch();
afterEach(() => scratch.clear());

/** Half a minute of selling each. */
const isAsked = process.env['CAMPAIGN'] === 'full' && appsAreBuilt();

(isAsked ? describe : describe.skip)('a lost disk (needs CAMPAIGN=full and `npm run build`)', () => {
  it('backed up while it sold: after the restore every sale that the backup knows is answered to the same payment', async () => {
    const drill = await Drill.prepare({ PAYMENTS_MODE: 'sandbox' });

    const { known, payments } = await drill.loseTheDisk((at) => drill.recoverByRunbook(at));

    expect(await drill.askAgain(known)).toEqual(known.map(({ body }) => body));
    expect(payments).toBeGreaterThanOrEqual(known.length);
  });
});

(isAsked && anvilAvailable() ? describe : describe.skip)(
  'a lost disk of a service that settles by itself (needs CAMPAIGN=full, `npm run build` and @foundry-rs/anvil-linux-amd64)',
  () => {
    let chain: TestChain;
    beforeEach(async () => {
      chain = scratch.keep(await startTestChain());
      await chain.fund(TEST_WALLET.address as Address, 10n ** 9n);
      await chain.control.setIntervalMining({ interval: 1 });
    });

    it('gives each known sale its answer again, names the others as differences, and charges nobody twice', async () => {
      const drill = await Drill.prepare({
        PAYMENTS_MODE: 'self',
        NETWORK: 'eip155:8453',
        RPC_URL: chain.rpcUrl,
        PAY_TO: (await chain.newPayer()).address,
        GAS_KEY: await chain.newGasKey(),
        GAS_FEE_MAX_GWEI: '50',
        ...scratch.keep(await startSmallUpstream()).env,
      });

      const { known, unknown, payments, wallets } = await drill.loseTheDisk((at) => drill.recover(at));

      expect(wallets).toBe(1);
      expect(await drill.askAgain(known)).toEqual(known.map(({ body }) => body));
      expect((await drill.sell()).status).toBe(200);
      // A payment that the backup does not know is refused, since its authorization was used, and charges nobody.
      const again = await drill.askAgain(unknown);
      // All that it knows were sold. Of these some may be answered 429: after five refusals nothing of this payer is looked at for a while.
      const lost = known.length + unknown.length - payments;
      const others = unknown.flatMap(({ body }, index) => (body === again[index] ? [] : [again[index]!]));
      const unseen = others.filter((answer) => answer.includes('"rate_limited"')).length;
      expect(others.length).toBeGreaterThanOrEqual(lost);
      expect(others.length - unseen).toBeLessThanOrEqual(lost);
      const transfers = await chain.transfers();
      const transactions = transfers.map(({ transaction }) => transaction);
      expect(transfers.length).toBe(known.length + unknown.length + 1);
      await drill.stop();
      await chain.control.mine({ blocks: SAFE_BLOCKS });
      const { code, output } = await drill.operator('payments', 'audit', '--json');
      const { findings } = JSON.parse(output) as Audit;
      const refunds = findings.filter(({ kind }) => kind === 'refund');

      expect({ code, refunds: refunds.length }).toEqual({ code: 1, refunds: lost });
      expect(findings.filter(({ kind }) => kind === 'agree')).toHaveLength(transfers.length - lost);
      for (const { transfer } of refunds) expect(transactions).toContain(transfer?.transaction);
    });
  },
);

interface BackupPlace {
  readonly file: string;
  readonly keyFile: string;
}

/** What a restore says of itself. */
interface Restored {
  readonly payments: number;
  readonly wallets: number;
}

/** A service that sells, is backed up, loses its disk and is restored. */
class Drill {
  private api: RunningApp | undefined;

  private constructor(
    private readonly url: string,
    private readonly folder: string,
    private readonly env: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
  ) {}

  static async prepare(settings: Readonly<Record<string, string>>): Promise<Drill> {
    const [folder, port] = [scratch.folder(), await freePort()];
    const calm = { PORT: String(port), EVENT_LOOP_LAG_MAX_MS: '0', LOG_LEVEL: 'warn' };
    writeFileSync(join(folder, 'key'), randomBytes(32).toString('hex'), { mode: 0o600 });
    return new Drill(`http://127.0.0.1:${port}`, folder, { DATA_DIR: join(folder, 'data'), ...calm, ...settings });
  }

  /** Sells until a backup is made and more was sold after it, then loses the disk, and has `recover` restore and start again. */
  async loseTheDisk(recover: (backup: BackupPlace) => Promise<Restored>) {
    const at: BackupPlace = { file: join(this.folder, 'backup'), keyFile: join(this.folder, 'key') };
    const backup = [at.file, '--key-file', at.keyFile] as const;
    await this.start();
    const sales: Sale[] = [];
    let selling = true;
    const lanes = Array.from({ length: LANES }, async () => {
      while (selling) {
        const { header, status, body } = await this.sell();
        if (status !== 200) throw new Error(`not sold: ${status} ${body}`);
        sales.push({ header, body });
      }
    });
    const isOver = Promise.all(lanes);
    const until = async (count: number): Promise<void> => {
      while (sales.length < count) await Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, 20))]);
    };
    await until(SOLD_MIN);
    const before = sales.length;
    expect(await this.operator('backup', ...backup)).toMatchObject({ code: 0 });
    // It sold on while it was backed up, and the backup is of a moment of that time.
    await until(Math.max(sales.length, before) + LANES);
    selling = false;
    await isOver;
    expect(await this.operator('restore', ...backup)).toMatchObject({ code: 1 });
    this.api!.signal('SIGKILL');
    await this.api!.ended;
    rmSync(this.env.DATA_DIR, { recursive: true });

    return { known: sales.slice(0, before), unknown: sales.slice(before), ...(await recover(at)) };
  }

  async recover({ file, keyFile }: BackupPlace): Promise<Restored> {
    const restored = await this.operator('restore', file, '--key-file', keyFile, '--json');
    expect(restored).toMatchObject({ code: 0 });
    const { payments, wallets } = JSON.parse(restored.output) as { payments: number; wallets: readonly unknown[] };
    await this.start();
    return { payments, wallets: wallets.length };
  }

  /** By the commands of the runbook, as they are printed there. */
  async recoverByRunbook({ file, keyFile }: BackupPlace): Promise<Restored> {
    const runbook = readFileSync(join(ROOT, 'docs', 'runbook.md'), 'utf8');
    const [, block = ''] = /```text\n(npm run operator -- restore BACKUP [^`]*)```/.exec(runbook) ?? [];
    const commands = block.trim().replaceAll('BACKUP', file).replaceAll('KEY', keyFile).split('\n');
    const started = commands.pop();
    expect([commands.length, started]).toEqual([3, 'npm run api']);
    let said = '';
    for (const command of commands) {
      const { code, stdout, stderr } = await runIn(ROOT, 'sh', ['-c', command], this.inShell);
      expect({ command, code, stderr }).toMatchObject({ command, code: 0 });
      said += stdout;
    }
    const api = spawn('sh', ['-c', `exec ${started}`], {
      cwd: ROOT,
      env: this.inShell,
      stdio: 'ignore',
      detached: true,
    });
    const ended = new Promise((resolve) => api.once('close', resolve));
    const close = async (): Promise<void> => {
      if (api.exitCode === null) process.kill(-api.pid!, 'SIGTERM');
      await ended;
    };
    scratch.keep({ close });
    await untilLive({ output: () => '', ended: ended as Promise<number> }, this.url);
    const proven = [...said.matchAll(/^(\d+) payments as of /gm)].map(([, payments]) => Number(payments));
    expect(proven).toEqual([proven[0], proven[0]]);
    return { payments: proven[0]!, wallets: 0 };
  }

  /** What a shell of the operator has, from the root of the repository. */
  private get inShell(): Readonly<Record<string, string>> {
    const { PATH = '', HOME = '' } = process.env;
    return { ...this.env, PATH, HOME };
  }

  async start(): Promise<void> {
    const how = this.env['EOL_UPSTREAM_URL'] === undefined ? '--starter' : '--once';
    expect(await runApp('ingest', [how, 'eol'], this.env)).toMatchObject({ code: 0 });
    this.api = scratch.keep(startApp('api', [], this.env));
    await untilLive(this.api, this.url);
  }

  async stop(): Promise<void> {
    this.api!.signal('SIGTERM');
    expect(await this.api!.ended).toBe(0);
  }

  /** Buys once, with a payment of its own. */
  async sell(): Promise<{ readonly header: string; readonly status: number; readonly body: string }> {
    const { payments } = readConfig(this.env);
    if (!('terms' in payments)) throw new Error('nothing is sold');
    const { header } = signTestPayment({
      terms: payments.terms,
      route: { price: 1_000n },
      resourceUrl: this.url + PRODUCT,
      nowSeconds: Math.floor(Date.now() / 1_000),
      nonce: `0x${randomBytes(32).toString('hex')}`,
    });
    const response = await this.ask(header);
    return { header, status: response.status, body: await response.text() };
  }

  /** What the same payments are answered, once it is known: the backup has some that were being settled at its moment. */
  async askAgain(sales: readonly Sale[]): Promise<readonly string[]> {
    const answers: string[] = [];
    // One after the other: of many at once that may come to be refused, some would have to come again.
    for (const { header } of sales) answers.push(await this.answerTo(header));
    return answers;
  }

  private async answerTo(header: string): Promise<string> {
    for (const giveUpAt = Date.now() + ANSWERED_WITHIN_MS; ; await sleep(500)) {
      const response = await this.ask(header);
      const body = await response.text();
      if (response.status === 429 || !response.headers.has('retry-after')) return body;
      if (Date.now() > giveUpAt) throw new Error(`still ${response.status} ${body}`);
    }
  }

  async operator(...args: readonly string[]) {
    const launcher = join(ROOT, 'tools', 'launch', 'operator.js');
    const program = scratch.keep(startProgram([process.execPath, launcher, ...args], this.env));
    return { code: await program.ended, output: program.output() };
  }

  private ask(header: string): Promise<Response> {
    return fetch(this.url + PRODUCT, { headers: { 'PAYMENT-SIGNATURE': header } });
  }
}
