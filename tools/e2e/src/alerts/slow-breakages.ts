import { openSync, closeSync, writeSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { IS_API, type Breakage } from './breakages';
import { valueOf, type Scrape } from './recorder';
import type { Shop } from './shop';

const MIB = 1_048_576;
/** Longer than the ledger waits for a lock. */
const HELD_MS = 5_500;

/** Further breakages of the same shop, each of which takes seconds. */
export const SLOW: readonly Breakage[] = [
  {
    what: 'another program holds payments.db again and again',
    fires: { StackcheckLedgerSlow: {} },
    minutes: 2,
    async record(shop) {
      const held = openLedger(shop);
      const scrapes = await shop.recorder.record(12, async () => {
        held.exec('BEGIN IMMEDIATE');
        const sold = shop.sell();
        await sleep(250);
        held.exec('ROLLBACK');
        await sold;
      });
      held.close();
      return scrapes;
    },
  },
  {
    what: 'another program holds payments.db and does not let go',
    fires: { StackcheckLedgerFaults: {} },
    minutes: 1,
    async record(shop) {
      const held = openLedger(shop);
      held.exec('BEGIN IMMEDIATE');
      const asked = shop.ask();
      await sleep(HELD_MS);
      await asked;
      const scrapes = await shop.recorder.record(4);
      held.close();
      await until(async () => (await shop.ask()) === 200);
      return scrapes;
    },
  },
  {
    what: 'a reader stays in payments.db while much is written',
    fires: { StackcheckLogGrows: {} },
    minutes: 4,
    async record(shop) {
      const [reader, writer] = [openLedger(shop), openLedger(shop)];
      reader.exec('BEGIN; SELECT count(*) FROM payment');
      writer.pragma('synchronous = OFF');
      writer.pragma('cache_size = 10');
      writer.exec('BEGIN IMMEDIATE; CREATE TABLE copied (piece)');
      const insert = writer.prepare('INSERT INTO copied VALUES (zeroblob(1048576))');
      for (let pieces = 0; pieces < 300; pieces++) insert.run();
      writer.exec('ROLLBACK');
      const scrapes = await shop.recorder.record(10, shop.sell);
      reader.close();
      writer.close();
      return scrapes;
    },
  },
  {
    what: 'the process of the API gets no processor for a third of a second, again and again',
    fires: { StackcheckLag: {} },
    minutes: 4,
    async record({ recorder, api }) {
      const scrapes: Scrape[] = [];
      while (scrapes.length < 5) {
        api.app.signal('SIGSTOP');
        await sleep(350);
        api.app.signal('SIGCONT');
        scrapes.push(await recorder.until((scrape) => valueOf(scrape, 'stackcheck_event_loop_lag_seconds')! > 0.2));
      }
      return scrapes;
    },
  },
  {
    what: 'the API is killed and started again and again',
    fires: { StackcheckRestarts: IS_API },
    minutes: 1,
    async record(shop) {
      const scrapes: Scrape[] = [];
      while (scrapes.length < 6) {
        shop.api.app.signal('SIGKILL');
        await shop.api.app.ended;
        scrapes.push(await shop.recorder.scrape());
        await shop.startAgain();
        scrapes.push(await shop.recorder.scrape());
      }
      return scrapes;
    },
  },
];

/** Of a shop whose DATA_DIR is a disk of its own, with more than a GiB free. */
export const DISK_BREAKAGE: Breakage = {
  what: 'the disk fills',
  fires: { StackcheckDiskFills: {}, StackcheckPaused: { reason: 'disk' } },
  minutes: 4,
  async record({ recorder, api, dataDir }) {
    const filler = join(`/proc/${api.app.pid}/root`, dataDir, 'filler');
    const file = openSync(filler, 'w');
    const piece = Buffer.alloc(16 * MIB);
    const free = async (): Promise<number> => valueOf(await recorder.scrape(), 'stackcheck_disk_free_bytes')!;
    while ((await free()) > 100 * MIB) writeSync(file, piece);
    closeSync(file);
    await recorder.until((scrape) => valueOf(scrape, 'stackcheck_paused', 'reason="disk"') === 1);
    const scrapes = await recorder.record(12);
    rmSync(filler);
    return scrapes;
  },
};

const openLedger = ({ dataDir }: Shop): Database.Database =>
  new Database(join(dataDir, 'payments.db'), { fileMustExist: true, timeout: 5_000 });

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await isSo()); await sleep(100))
    if (Date.now() > deadline) throw new Error('it did not happen within a minute');
}
