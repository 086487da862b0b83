import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { appsAreBuilt } from './processes/built-app';
import { startSelling, type SellingOptions, type SellingProcess } from './processes/selling-process';
import { startSlowFacilitator, type SlowFacilitator } from './processes/slow-facilitator';
import { publishSelection } from './service/publish-selection';
import { Scratch } from './service/scratch';

jest.setTimeout(240_000);

const MIB = 1_048_576;
const scratch = new Scratch();
let facilitator: SlowFacilitator;
let dataDir: string;

beforeEach(async () => {
  facilitator = scratch.keep(await startSlowFacilitator());
  dataDir = scratch.folder();
  await publishSelection(dataDir);
});
afterEach(() => scratch.clear());

async function selling(changes: Partial<SellingOptions> = {}): Promise<SellingProcess> {
  const started = await startSelling({ dataDir, facilitatorUrl: facilitator.url, ...changes });
  scratch.keep(started.app);
  return started;
}

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error('it did not happen in 60 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const codeOf = async (response: Response): Promise<string | undefined> =>
  ((await response.json()) as { error?: { code: string } }).error?.code;

const built = appsAreBuilt() ? describe : describe.skip;
const inFull = process.env['CAMPAIGN'] === 'full' ? it : it.skip;

built('the built API ends on a signal (needs `npm run build`)', () => {
  it('finishes the settlement under way, gives its answer, and leaves nothing in the log of SQLite', async () => {
    const { app, buy, url, payment } = await selling();
    facilitator.settleMs = 1_500;
    const header = payment();
    const bought = buy(header);
    await until(() => facilitator.calls.settle === 1);

    app.signal('SIGTERM');
    await until(() =>
      fetch(`${url}/livez`).then(
        () => false,
        () => true,
      ),
    );
    const response = await bought;

    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    expect(await app.ended).toBe(0);
    const log = statSync(join(dataDir, 'payments.db-wal'), { throwIfNoEntry: false });
    expect(log?.size ?? 0).toBe(0);
    const next = await selling();
    facilitator.settleMs = 0;
    // Answered from the ledger or refused as delivered, and in no case settled again.
    expect([200, 402]).toContain((await next.buy(header)).status);
    expect(facilitator.calls.settle).toBe(1);
  });

  inFull('ends at once at the second signal, and the payment is there at the next start (CAMPAIGN=full)', async () => {
    const { app, buy, payment } = await selling();
    facilitator.settleMs = 20_000;
    const header = payment();
    const bought = buy(header).catch(() => undefined);
    await until(() => facilitator.calls.settle === 1);

    app.signal('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const startedMs = Date.now();
    app.signal('SIGTERM');

    expect(await app.ended).toBe(1);
    expect(Date.now() - startedMs).toBeLessThan(15_000);
    await bought;
    facilitator.settleMs = 0;
    expect((await (await selling()).buy(header)).status).toBe(200);
  });
});

const canUnshare = spawnSync('unshare', ['-rm', 'true']).status === 0;
const isolated = canUnshare ? built : describe.skip;

isolated('the built API with a disk or a kernel of its own (needs `npm run build` and `unshare -rm`)', () => {
  /** DATA_DIR becomes a file system of that size, with what was in it. */
  const ownDisk = (bytes: number): string =>
    `cp -a "$DATA_DIR" "$DATA_DIR.copy"; mount -t tmpfs -o size=${bytes} tmpfs "$DATA_DIR"; cp -a "$DATA_DIR.copy/." "$DATA_DIR/"; rm -r "$DATA_DIR.copy"`;

  it('a disk that is really full: 503 paused, nothing sent, the reserved space is given back, and sold again when there is room', async () => {
    const { app, buy, url } = await selling({ prepare: ownDisk(700 * MIB) });
    const inside = join(`/proc/${app.pid}/root`, dataDir);
    const reserved = join(inside, 'ballast');
    expect((await buy()).status).toBe(200);
    expect(statSync(reserved).size).toBe(16 * MIB);

    spawnSync('dd', ['if=/dev/zero', `of=${join(inside, 'filler')}`, 'bs=1M'], { stdio: 'ignore' });
    const refused = await buy();

    expect([refused.status, await codeOf(refused)]).toEqual([503, 'paused']);
    expect(facilitator.calls.settle).toBe(1);
    await until(() => !existsSync(reserved));
    const health = (await (await fetch(`${url}/health`)).json()) as { pause_reasons: string[] };
    expect(health.pause_reasons).toContain('disk');
    expect((await fetch(`${url}/v1/eol/index`)).status).toBe(200);

    spawnSync('rm', [join(inside, 'filler')]);
    await until(async () => (await fetch(`${url}/readyz`)).status === 200);
    expect((await buy()).status).toBe(200);
  });

  inFull(
    'another process over the same ledger is refused, also from another container, and none is after kill -9 (CAMPAIGN=full)',
    async () => {
      const first = await selling();
      const refused = /it ended with 1.*another process of this machine takes payments/s;

      await expect(selling()).rejects.toThrow(refused);
      await expect(selling({ prepare: 'true' })).rejects.toThrow(refused);
      expect((await first.buy()).status).toBe(200);

      first.app.signal('SIGKILL');
      await first.app.ended;
      expect((await (await selling({ prepare: 'true' })).buy()).status).toBe(200);
    },
  );

  inFull(
    'another kernel may not take payments with the same ledger, and its error says why (CAMPAIGN=full)',
    async () => {
      const first = await selling();
      const otherKernel =
        'echo 00000000-0000-0000-0000-000000000000 > "$DATA_DIR/boot"; mount --bind "$DATA_DIR/boot" /proc/sys/kernel/random/boot_id';

      await expect(selling({ prepare: otherKernel })).rejects.toThrow(
        /it ended with 1.*another host .* takes payments/s,
      );
      expect((await first.buy()).status).toBe(200);

      first.app.signal('SIGTERM');
      expect(await first.app.ended).toBe(0);
      expect((await (await selling({ prepare: otherKernel })).buy()).status).toBe(200);
    },
  );
});

/** Payments of which the ledger does not say that their answer arrived. */
function undelivered(): unknown {
  const ledger = new Database(join(dataDir, 'payments.db'), { readonly: true });
  try {
    return ledger.prepare('SELECT count(*) FROM payment WHERE delivered_at IS NULL').pluck().get();
  } finally {
    ledger.close();
  }
}

const canTrace = spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0;

(canTrace ? built : describe.skip)('the built API on a disk that fails (needs `npm run build` and `strace`)', () => {
  inFull('ends with 1 after the first failed sync, and has sent nothing (CAMPAIGN=full)', async () => {
    const { app, buy } = await selling();
    expect((await buy()).status).toBe(200);
    // That the answer arrived is written later; its sync would be the first that fails.
    await until(() => undelivered() === 0);
    const inject = 'inject=fsync,fdatasync:error=EIO';
    const strace = spawn('strace', ['-f', '-p', String(app.pid), '-e', 'trace=fsync,fdatasync', '-e', inject], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    scratch.keep({ close: () => strace.kill('SIGKILL') });
    let trace = '';
    strace.stderr.on('data', (chunk: Buffer) => (trace += chunk.toString('utf8')));
    await until(() => trace.includes('attached'));

    const refused = await buy();

    // Whether the intent is on disk nobody knows.
    expect([refused.status, await codeOf(refused)]).toEqual([503, 'settlement_unknown']);
    expect(await app.ended).toBe(1);
    expect(app.output()).toContain('SQLITE_IOERR_FSYNC');
    expect(facilitator.calls.settle).toBe(1);
    expect((await (await selling()).buy()).status).toBe(200);
  });
});
