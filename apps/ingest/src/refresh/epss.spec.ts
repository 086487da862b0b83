import { gzipSync } from 'node:zlib';
import { changedScores, scoresBytes } from '@stackcheck/datasets/testing';
import { WorkerHarness } from '../testing/worker-harness';

let harness: WorkerHarness;
beforeEach(async () => {
  harness = await WorkerHarness.open();
});
afterEach(() => harness.close());

const NEXT = { date: '2026-11-20T12:55:00Z' };
const snapshots = async (): Promise<number> =>
  (await harness.cli('snapshots', '--dataset', 'epss', 'list')).text.match(/epss-\d{8}T/g)?.length ?? 0;

describe('the exploit prediction scores', () => {
  it('are published from gzip, and again on the next day', async () => {
    harness.server.serve(gzipSync(scoresBytes()), '"one"');
    expect(await harness.cli('--once', 'epss')).toMatchObject({ code: 0 });

    harness.server.serve(gzipSync(scoresBytes(undefined, NEXT)), '"two"');
    expect(await harness.cli('--once', 'epss')).toMatchObject({ code: 0 });

    expect(await snapshots()).toBe(2);
  });

  it.each([
    [
      'half of them',
      () =>
        gzipSync(
          scoresBytes(
            changedScores((row, n) => (n % 2 ? undefined : row)),
            NEXT,
          ),
        ),
    ],
    ['what is no gzip', () => Buffer.from(scoresBytes(undefined, NEXT))],
    ['half a gzip', () => gzipSync(scoresBytes(undefined, NEXT)).subarray(0, 500)],
    ['a gzip of nothing', () => gzipSync('')],
    ['a gzip that becomes more than is believed', () => gzipSync(Buffer.alloc(80 * 1024 * 1024))],
  ])('stay as they are when %s comes, which ends with 1', async (_what, body) => {
    harness.server.serve(gzipSync(scoresBytes()), '"one"');
    await harness.cli('--once', 'epss');
    harness.server.serve(body(), '"two"');

    expect(await harness.cli('--once', 'epss')).toMatchObject({ code: 1 });

    expect(await snapshots()).toBe(1);
  });
});
