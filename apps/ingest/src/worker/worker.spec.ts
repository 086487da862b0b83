import { join } from 'node:path';
import { feedBytes, feedWithLatest, smallFeed } from '@stackcheck/datasets/testing';
import { withParts } from './run';
import { ended, spawnTypeScript } from '../testing/spawn-typescript';
import { impatient, WorkerHarness } from '../testing/worker-harness';
import type { IngestParts } from '../parts/ingest-parts';
import { runWorker } from './worker';

let harness: WorkerHarness;
beforeEach(async () => {
  harness = await WorkerHarness.open();
});
afterEach(() => harness.close());

/** Runs the scheduled worker until it was asked to wait, and gives what it reported of refreshes and removals. */
async function runUntilIdle(override: Partial<IngestParts> = {}): Promise<readonly string[]> {
  const reported: string[] = [];
  const stop = new AbortController();
  const reporter = {
    refreshed: ({ outcome }: { outcome: { kind: string } }) => void reported.push(outcome.kind),
    starter: () => undefined,
    resealed: () => undefined,
    deltasMade: () => undefined,
    removed: (_id: string, { kind }: { kind: string }) => void reported.push(kind),
  };
  // Chance is asked for only to decide how long to wait, so that is when the worker is idle.
  const random = (): number => {
    stop.abort();
    return 0;
  };
  await withParts(harness.config, { override: { ...impatient, reporter, random, ...override } }, (parts) =>
    runWorker(parts, ['eol'], stop.signal),
  );
  return reported;
}

describe('the scheduled worker', () => {
  it('refreshes at once on an empty store, removes what is too old, waits, and stops when asked to', async () => {
    harness.server.serve(feedBytes(smallFeed()), '"one"');

    expect(await runUntilIdle()).toEqual(['published', 'removed']);

    expect((await harness.serve()).status).toMatchObject({ loaded: true, freshness: 'fresh' });
  });

  it('refreshes at once over starter data', async () => {
    await harness.cli('--starter');
    harness.server.serve(feedBytes(smallFeed()), '"one"');

    expect(await runUntilIdle()).toEqual(['published', 'removed']);
  });

  it('does not ask upstream again before a cadence has passed since the last check', async () => {
    harness.server.serve(feedBytes(smallFeed()), '"one"');
    await harness.ingest();
    const stop = new AbortController();
    const waiting = withParts(harness.config, { override: impatient }, (parts) =>
      runWorker(parts, ['eol'], stop.signal),
    );

    setTimeout(() => stop.abort(), 50);
    await waiting;

    expect(harness.server.requests).toHaveLength(1);
  });

  it('goes on after a failure and after a fault of its own', async () => {
    harness.server.answer((_request, response) => response.writeHead(404).end());
    expect(await runUntilIdle()).toEqual(['failed']);
    const broken = () => {
      throw new TypeError('a fault of ours');
    };

    // It neither rejects nor reports an outcome: the fault is logged, and the next wait begins.
    expect(await runUntilIdle({ upstream: () => ({ fetch: broken }) })).toEqual([]);
  });

  it('ends with 0 on SIGTERM while it waits', async () => {
    harness.server.serve(feedBytes(feedWithLatest('7.7')), '"one"');
    const child = spawnTypeScript(join(__dirname, '../main.ts'), [], harness.env);
    const end = ended(child);
    while ((await harness.serve()).php !== '7.7') await new Promise((resolve) => setTimeout(resolve, 50));

    child.kill('SIGTERM');

    expect(await end).toEqual({ code: 0, signal: null, output: '' });
  });
});
