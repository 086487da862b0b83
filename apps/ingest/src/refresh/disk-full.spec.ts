import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { feedBytes, feedWithLatest } from '@stackcheck/datasets/testing';
import { SmallDisk, smallDiskAvailable } from '@stackcheck/store-sqlite/testing';
import { ended, spawnTypeScript, type Ended } from '../testing/spawn-typescript';
import { WorkerHarness } from '../testing/worker-harness';

jest.setTimeout(240_000);

/** How many blocks are free: none, and as many as one step or another of publishing needs. */
const FREE = process.env['CAMPAIGN'] === 'full' ? [0, 9, 10, 16] : [9];

(smallDiskAvailable() ? describe : describe.skip)('ingest on a full disk (needs the right to mount a tmpfs)', () => {
  let harness: WorkerHarness;
  let disk: SmallDisk;
  beforeEach(async () => {
    harness = await WorkerHarness.open();
    disk = new SmallDisk(8);
  });
  afterEach(async () => {
    disk.close();
    await harness.close();
  });

  const run = (dataDir: string, ...args: readonly string[]): Promise<Ended> =>
    ended(
      spawnTypeScript(join(__dirname, '../main.ts'), args, { ...harness.env, DATA_DIR: dataDir, LOG_LEVEL: 'info' }),
    );

  /** A published snapshot on the disk that is then filled but for so many blocks. */
  async function published(blocks: number): Promise<string> {
    harness.server.serve(feedBytes(feedWithLatest('1.0')), '"one"');
    await harness.cli('--once', 'eol');
    const dataDir = join(disk.folder, 'data');
    cpSync(harness.folder, dataDir, { recursive: true });
    harness.server.serve(feedBytes(feedWithLatest('2.0')), '"two"');
    disk.leave(blocks);
    return dataDir;
  }

  it.each(FREE)('with %i blocks free, says so and what would help, and ends with 1', async (blocks) => {
    const dataDir = await published(blocks);

    const { code, output } = await run(dataDir, '--once', 'eol');

    expect(output).toContain(`the disk is full; make room in ${dataDir} and try again`);
    expect(output).not.toMatch(/took over|^\s+at |SqliteError|"stack"/m);
    expect(code).toBe(1);
    harness.env['DATA_DIR'] = dataDir;
    disk.empty();
    expect((await harness.serve()).php).toBe('1.0');
  });

  it.each(['--once', '--starter'])(
    'in an empty folder, %s says so without a stack and leaves nothing half-written',
    async (option) => {
      disk.leave(2);

      const { code, output } = await run(join(disk.folder, 'data'), option, 'eol');

      expect([code, output]).toEqual([1, expect.stringContaining('the disk is full; make room in')]);
      expect(output).not.toMatch(/^\s+at /m);
      disk.empty();
      harness.server.serve(feedBytes(feedWithLatest('1.0')), '"one"');
      expect((await run(join(disk.folder, 'data'), '--once', 'eol')).output).toContain('published');
    },
  );
});
