import { publishDataset, publishStarter } from '@stackcheck/datasets';
import { eolDataset } from '@stackcheck/datasets/eol';
import { documentDataset } from '@stackcheck/datasets/life';
import { oneStep } from '@stackcheck/datasets/tasks';
import { feedBytes, feedWithLatest, smallFeed } from '@stackcheck/datasets/testing';
import { leaseDeps } from '../refresh/refresh';
import { withParts } from './run';
import { impatient, WorkerHarness } from '../testing/worker-harness';
import { runWorker } from './worker';

/** The dataset as an earlier version of this program had it: with another image table. */
const EARLIER = documentDataset({
  ...eolDataset,
  scopeTables: () => oneStep(() => [{ name: 'image', sha256: 'e'.repeat(64) }]),
});

let harness: WorkerHarness;
beforeEach(async () => {
  harness = await WorkerHarness.open();
});
afterEach(() => harness.close());

/** A data folder as the earlier version left it. */
async function leftBehind(what: 'starter' | 'data'): Promise<void> {
  harness.server.serve(feedBytes(feedWithLatest('7.7')), '"one"');
  await withParts(harness.config, { override: impatient }, async (parts) => {
    const deps = { ...leaseDeps(parts, 0), signer: parts.signingKey.signer };
    if (what === 'starter') return publishStarter(EARLIER, deps);
    const upstream = parts.upstream(EARLIER.descriptor);
    return publishDataset(EARLIER, {
      ...deps,
      upstream,
      addresses: { urls: [harness.server.url], companions: [] },
      acceptSha256: null,
    });
  });
  expect((await harness.serve()).status).toMatchObject({ loaded: false, stale: true });
}

describe('after an upgrade', () => {
  it('--starter makes stored data servable without asking upstream', async () => {
    await leftBehind('data');

    expect((await harness.cli('--starter')).code).toBe(0);

    const { status, php } = await harness.serve();
    expect([status.loaded, status.starter, status.freshness, php]).toEqual([true, false, 'fresh', '7.7']);
    expect(harness.server.requests).toHaveLength(1);
  });

  it('--starter replaces the starter of the earlier version', async () => {
    await leftBehind('starter');

    expect((await harness.cli('--starter')).code).toBe(0);

    expect((await harness.serve()).status).toMatchObject({ loaded: true, starter: true, loadFault: null });
  });

  it('the scheduled worker makes stored data servable before its next refresh is due', async () => {
    await leftBehind('data');
    const stop = new AbortController();
    const running = withParts(harness.config, { override: impatient }, (parts) =>
      runWorker(parts, ['eol'], stop.signal),
    );

    while (!(await harness.serve()).status.loaded) await new Promise((resolve) => setTimeout(resolve, 20));
    stop.abort();
    await running;

    expect(harness.server.requests).toHaveLength(1);
  });

  it('nothing is published twice, however often it starts', async () => {
    harness.server.serve(feedBytes(smallFeed()), '"one"');
    await harness.ingest();

    await harness.cli('--starter');
    await harness.cli('--starter');

    expect((await harness.serve()).stored).toBe(1);
  });
});
