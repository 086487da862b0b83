import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { SnapshotStore } from '@stackcheck/datasets';
import { NO_VALIDATORS } from '@stackcheck/datasets/fetch';
import type { Lease } from '@stackcheck/datasets/store';
import { feedBytes, feedWithLatest, smallFeed, smallList } from '@stackcheck/datasets/testing';
import { openSnapshotStore } from '@stackcheck/store-sqlite/snapshots';
import { WorkerHarness } from './testing/worker-harness';

let harness: WorkerHarness;
beforeEach(async () => {
  harness = await WorkerHarness.open();
});
afterEach(() => harness.close());

/** Two snapshots, the newest first. */
async function publishedTwice(): Promise<readonly string[]> {
  for (const latest of ['1.0', '2.0']) {
    harness.server.serve(feedBytes(feedWithLatest(latest)), `"${latest}"`);
    await harness.cli('--once', 'eol');
  }
  return (await harness.cli('snapshots', 'list')).text.match(/eol-\d{8}T\d{6}Z-[0-9a-f]{8}/g)!;
}

/** Works on the store as a worker does. */
function withLease(work: (store: SnapshotStore, lease: Lease) => void): void {
  const store = openSnapshotStore(harness.config.snapshotsFile);
  const lease = store.acquireLease('eol', 'test', Date.now(), 60_000)!;
  work(store, lease);
  store.releaseLease(lease);
  store.close();
}

describe('the command line', () => {
  it('publishes once and ends with 0, also when there is nothing new', async () => {
    harness.server.serve(feedBytes(smallFeed()), '"one"');

    expect((await harness.cli('--once', 'eol')).code).toBe(0);
    expect((await harness.cli('--once', 'eol')).code).toBe(0);
  });

  it('ends with 1 when upstream is refused', async () => {
    harness.server.answer((_request, response) => response.writeHead(404).end());

    expect((await harness.cli('--once', 'eol')).code).toBe(1);
  });

  it('publishes the starter where nothing is, and leaves real data alone', async () => {
    expect((await harness.cli('--starter')).code).toBe(0);
    expect((await harness.serve()).status).toMatchObject({ loaded: true, starter: true, stale: true });
    harness.server.serve(feedBytes(smallFeed()), '"one"');
    await harness.cli('--once', 'eol');

    expect((await harness.cli('--starter')).code).toBe(0);

    expect((await harness.serve()).status).toMatchObject({ starter: false, stale: false });
  });

  it.each([
    ['an unknown dataset', ['--once', 'nosuch'], /no such dataset; known: eol, .*sanctions/],
    ['an unknown option', ['--twice'], /unknown option/],
    ['an unknown subcommand', ['snapshots', 'burn'], /unknown command|too many arguments/],
    ['a missing argument', ['snapshots', 'rollback'], /missing required argument/],
    ['a count that is none', ['snapshots', 'gc', '--keep-count', '-1'], /whole number|argument missing/],
  ])('ends with 2 on %s', async (_what, args, message) => {
    const { code, text } = await harness.cli(...args);

    expect(code).toBe(2);
    expect(text).toMatch(message);
  });

  it('ends with 2 on a wrong configuration, which --check-config finds without writing anything', async () => {
    expect(await harness.cli('--check-config')).toEqual({ code: 0, text: 'the configuration is sound' });
    const { snapshotsFile } = harness.config;
    harness.env = { ...harness.env, EOL_UPSTREAM_URL: 'http://example.org/' };

    expect((await harness.cli('--check-config')).code).toBe(2);
    expect((await harness.cli('--once', 'eol')).text).toMatch(/EOL_UPSTREAM_URL/);

    expect(existsSync(snapshotsFile)).toBe(false);
  });

  it('ends with 1 and names the file when the key or the store is unusable, and overwrites neither', async () => {
    harness.server.serve(feedBytes(smallFeed()), '"one"');
    await harness.cli('--once', 'eol');
    writeFileSync(harness.config.keySetFile, 'not json');
    expect(await harness.cli('--once', 'eol')).toEqual({ code: 1, text: 'the key set is no JSON' });
    expect(readFileSync(harness.config.keySetFile, 'utf8')).toBe('not json');
    rmSync(harness.config.keySetFile);
    writeFileSync(harness.config.signingKeyFile, 'not a key');
    expect((await harness.cli('--once', 'eol')).text).toMatch(/no readable PEM/);
    rmSync(harness.config.signingKeyFile);
    rmSync(harness.config.snapshotsFile);
    writeFileSync(harness.config.snapshotsFile, 'x'.repeat(9_000));

    const { code, text } = await harness.cli('--once', 'eol');

    expect(code).toBe(1);
    expect(text).toContain('snapshots.db');
  });

  it('lists, shows, verifies, rolls back and removes snapshots', async () => {
    for (const latest of ['1.0', '2.0', '3.0']) {
      harness.server.serve(feedBytes(feedWithLatest(latest)), `"${latest}"`);
      await harness.cli('--once', 'eol');
    }
    const listed = (await harness.cli('snapshots', 'list')).text;
    const ids = listed.match(/eol-\d{8}T\d{6}Z-[0-9a-f]{8}/g)!;
    expect(ids).toHaveLength(3);
    expect(listed).toMatch(new RegExp(`^\\* ${ids[0]}`));
    expect(JSON.parse((await harness.cli('snapshots', 'show')).text)).toMatchObject({ snapshot_id: ids[0] });
    expect(JSON.parse((await harness.cli('snapshots', 'show', ids[2]!)).text)).toMatchObject({ snapshot_id: ids[2] });
    expect((await harness.cli('snapshots', 'show', 'eol-none')).code).toBe(1);
    expect(await harness.cli('snapshots', 'verify')).toEqual({
      code: 0,
      text: ids.map((id) => `${id}  ok`).join('\n'),
    });

    const delta = await harness.cli('snapshots', 'delta', ids[2]!);
    expect(delta.code).toBe(0);
    expect(delta.text).toMatch(new RegExp(`^${ids[2]} → ${ids[0]}\n0 added, 1 changed, 0 removed; \\d+ bytes$`));
    expect((await harness.cli('snapshots', 'delta', 'eol-none')).code).toBe(1);

    const would = await harness.cli('snapshots', 'rollback', ids[2]!, '--dry-run');
    expect(would.text).toBe(`would publish the content of ${ids[2]} again; would withdraw ${ids[0]}`);
    expect(await harness.cli('snapshots', 'rollback', ids[0]!, '--dry-run')).toMatchObject({
      code: 1,
      text: expect.stringContaining('has this content already') as string,
    });
    expect((await harness.cli('snapshots', 'list')).text).toBe(listed);

    const rolledBack = await harness.cli('snapshots', 'rollback', ids[2]!);

    expect(rolledBack.code).toBe(0);
    expect(rolledBack.text).toContain(`withdrew ${ids[0]}`);
    const { snapshot, php } = await harness.serve();
    expect(snapshot!.manifest.prev_snapshot_id).toBe(ids[0]);
    expect(php).toBe('1.0');
    expect((await harness.cli('--once', 'eol')).code).toBe(1);
    const retention = ['--keep-count', '2', '--keep-days', '0'];
    const kept = (await harness.cli('snapshots', 'list')).text;
    const preview = await harness.cli('snapshots', '--json', 'gc', ...retention, '--dry-run');
    expect((await harness.cli('snapshots', 'list')).text).toBe(kept);
    const { removed } = JSON.parse(preview.text).results[0] as { removed: readonly string[] };
    const gone = (await harness.cli('snapshots', 'gc', ...retention)).text;
    // Those of the second of the preview were too young for it.
    expect(gone).toMatch(/^removed \d snapshot\(s\) of "eol"/);
    expect(removed.filter((id) => !gone.includes(`  ${id}`))).toEqual([]);
    expect((await harness.cli('snapshots', 'verify')).code).toBe(0);
  });

  it('says the same to a program', async () => {
    harness.server.serve(feedBytes(smallFeed()), '"one"');
    await harness.cli('--once', 'eol');
    const document = async (...args: readonly string[]) =>
      JSON.parse((await harness.cli('snapshots', '--json', ...args)).text) as unknown;

    const listed = (await document('list')) as { results: { snapshots: { snapshot_id: string }[] }[] };
    const id = listed.results[0]!.snapshots[0]!.snapshot_id;

    expect(listed).toMatchObject({
      schema: 1,
      results: [{ dataset: 'eol', ok: true, snapshots: [{ current: true, starter: false }], last_refusal: null }],
    });
    expect(await document('verify')).toEqual({
      schema: 1,
      results: [{ dataset: 'eol', ok: true, snapshots: [{ snapshot_id: id, fault: null }] }],
    });
    expect(await document('show')).toMatchObject({ results: [{ manifest: { snapshot_id: id } }] });
    expect(await document('delta', id)).toMatchObject({ results: [{ ok: true, from: id, to: id, added: 0 }] });
    expect(await document('delta', 'eol-none')).toMatchObject({ results: [{ ok: false }] });
    expect(await document('rollback', id)).toMatchObject({ results: [{ ok: false, reason: expect.any(String) }] });
  });

  it('looks after every dataset, or the one that is named or that a snapshot id names', async () => {
    harness.server.serve(feedBytes(smallFeed()), '"one"');
    await harness.cli('--once', 'eol');
    harness.server.serve(smallList(), '"two"');
    expect((await harness.cli('--once', 'sanctions')).code).toBe(0);

    const { code, text } = await harness.cli('snapshots', 'list');

    expect(code).toBe(0);
    const [eol, sanctions] = text.match(/^\* (\w+-\d{8}T\d{6}Z-[0-9a-f]{8})/gm)!.map((line) => line.slice(2));
    expect([eol, sanctions]).toEqual([expect.stringMatching(/^eol-/), expect.stringMatching(/^sanctions-/)]);
    expect((await harness.cli('snapshots', 'verify')).text).toBe(`${eol}  ok\n${sanctions}  ok`);
    expect((await harness.cli('snapshots', '--dataset', 'sanctions', 'verify')).text).toBe(`${sanctions}  ok`);
    expect(JSON.parse((await harness.cli('snapshots', 'show', sanctions!)).text)).toMatchObject({
      dataset: 'sanctions',
    });
    expect((await harness.cli('snapshots', 'show', 'sanctions-none')).code).toBe(1);
  });

  it('finds a delta that was tampered with, and makes it again at the next start', async () => {
    const ids = await publishedTwice();
    withLease((store, lease) => {
      const deltas = ids.map((from) => store.delta('eol', from, ids[0]!)!);
      store.addDeltas(
        lease,
        deltas.map((delta) => ({ ...delta, body: delta.body.slice(1) })),
      );
    });

    const verified = await harness.cli('snapshots', 'verify');

    expect(verified.code).toBe(1);
    expect(verified.text.split('\n')).toEqual(
      ids.map((id) => `${id}  the delta from it: its content has another SHA-256`),
    );
    expect((await harness.cli('snapshots', 'delta', ids[1]!)).text).toContain('is not served');
    expect((await harness.cli('--starter')).code).toBe(0);
    expect((await harness.cli('snapshots', 'verify')).code).toBe(0);
  });

  it('makes the deltas that an earlier version did not make', async () => {
    const { snapshotsFile } = harness.config;
    const ids = await publishedTwice();
    const store = openSnapshotStore(snapshotsFile);
    const snapshots = [...ids].reverse().map((id) => store.find('eol', id)!);
    store.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(snapshotsFile + suffix, { force: true });
    withLease((bare, lease) => {
      for (const snapshot of snapshots) bare.publish(lease, snapshot, NO_VALIDATORS, Date.now());
    });
    expect((await harness.cli('snapshots', 'delta', ids[1]!)).code).toBe(1);

    await harness.cli('--starter');

    expect((await harness.cli('snapshots', 'delta', ids[1]!)).text).toContain('1 changed');
  });

  it('finds a snapshot that was changed on disk', async () => {
    harness.server.serve(feedBytes(smallFeed()), '"one"');
    await harness.cli('--once', 'eol');
    const file = readFileSync(harness.config.snapshotsFile);
    const at = file.indexOf('2020-01-01');
    file[at + 3]! ^= 1;
    writeFileSync(harness.config.snapshotsFile, file);

    const { code, text } = await harness.cli('snapshots', 'verify');

    expect(code).toBe(1);
    expect(text).toContain('SHA-256');
    expect((await harness.serve()).status).toMatchObject({
      loaded: false,
      loadFault: expect.stringContaining('SHA-256') as string,
    });
  });
});
