import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { feedBytes, feedWithLatest } from '@stackcheck/datasets/testing';
import { generateKeyPem } from '@stackcheck/signing';
import { readKeySet, revokeKey, rotateKey, type KeyFiles } from '@stackcheck/store-sqlite/keys';
import { openSnapshotReader } from '@stackcheck/store-sqlite/snapshots';
import { runCli } from '../cli';
import { openSigningKey } from '../keys/signing-key';
import { startBucketServer, type BucketServer } from '../testing/bucket-server';
import { FollowerHarness, servedFrom } from '../testing/follower-harness';
import { startSmallUpstream } from '../testing/small-upstream';
import { WorkerHarness } from '../testing/worker-harness';
import type { SnapshotSource } from './snapshot-source';

let publisher: WorkerHarness;
let server: BucketServer;
let nodes: FollowerHarness[];
beforeEach(async () => {
  publisher = await WorkerHarness.open();
  publisher.env['PUBLISH_TO'] = join(publisher.folder, 'public');
  server = await startBucketServer(join(publisher.folder, 'public'));
  nodes = [];
});
afterEach(async () => {
  for (const node of nodes) node.close();
  await server.close();
  await publisher.close();
});

const publish = async (latest: string): Promise<void> => {
  publisher.server.serve(feedBytes(feedWithLatest(latest)), `"${latest}"`);
  expect((await publisher.ingest()).kind).toMatch(/published|unchanged/);
};
const node = (source = server.url): FollowerHarness => {
  const made = new FollowerHarness(source, publisher.config.keySetFile);
  nodes.push(made);
  return made;
};
const original = () => servedFrom(publisher.config, ['eol']);

it('gives two nodes what the publisher has, over HTTP and from a folder, again after each publication', async () => {
  await publish('1.0');
  const followers = [node(), node(publisher.config.publishTo!)];
  for (const latest of ['1.0', '1.1', '1.2']) {
    await publish(latest);
    for (const each of followers) {
      expect(await each.follow()).toMatchObject({ kind: 'followed', waitMs: null });
      expect(await each.served()).toEqual(await original());
      expect(each.hasPrivateKey).toBe(false);
    }
  }
  expect((await followers[0]!.served())[0]!.deltas).toHaveLength(3);
});

it('does the same with index files and packs', async () => {
  const upstream = await startSmallUpstream();
  Object.assign(publisher.env, upstream.env);
  expect((await publisher.cli('--once', 'osv', 'kev')).code).toBe(0);
  await upstream.close();
  const follower = node();

  expect(await follower.follow(['osv', 'kev'])).toMatchObject({ kind: 'followed' });

  const served = await follower.served(['osv', 'kev']);
  expect(served).toEqual(await servedFrom(publisher.config, ['osv', 'kev']));
  expect(served.map(({ answer }) => answer === undefined)).toEqual([false, false]);
  expect(await follower.follow(['osv', 'kev'])).toMatchObject({ kind: 'followed', swapped: [] });
});

it('keeps index files and packs of what is kept only, on the publisher and on the follower', async () => {
  // Its keys are pinned.
  await publish('1.0');
  const follower = node();
  const upstream = await startSmallUpstream();
  Object.assign(publisher.env, upstream.env);
  const files = ({ dataDir }: { readonly dataDir: string }) => readdirSync(join(dataDir, 'osv')).sort();
  try {
    for (const id of ['MAL-2026-90001', 'MAL-2026-90002']) {
      upstream.putAdvisory(id);
      expect((await publisher.cli('--once', 'osv')).code).toBe(0);
      expect(await follower.follow(['osv'])).toMatchObject({ kind: 'followed', swapped: [expect.any(String)] });
    }
    expect([files(publisher.config), files(follower.config)].map((found) => found.length)).toEqual([4, 4]);
    await publisher.cli('snapshots', '--dataset', 'osv', 'gc', '--keep-count', '1', '--keep-days', '0');
    await follower.follow(['osv']);
    expect(files(publisher.config)).toHaveLength(2);
    expect(files(follower.config)).toEqual(files(publisher.config));

    // What a process that died left half done goes with the first look of the next.
    writeFileSync(join(follower.config.dataDir, 'osv', 'building-0a1b2c'), 'half of it');
    expect(await follower.follow(['osv'])).toMatchObject({ kind: 'followed', swapped: [] });
    expect(files(follower.config)).toEqual(files(publisher.config));
    expect(await follower.served(['osv'])).toEqual(await servedFrom(publisher.config, ['osv']));
  } finally {
    await upstream.close();
  }
});

it('swaps at the stated time and not before, and fetches once', async () => {
  await publish('1.0');
  const follower = node();
  await follower.follow();
  await publish('1.1');
  const before = await follower.served();
  server.asked.length = 0;

  const early = await follower.looks(3, ['eol'], { laterMs: 30_000 });

  expect(early.map((outcome) => outcome.kind === 'followed' && outcome.waitMs! > 0)).toEqual([true, true, true]);
  expect(await follower.served()).toEqual(before);
  expect(server.asked.filter((path) => path.startsWith('blobs/'))).toHaveLength(1);
  await follower.follow();
  expect(await follower.served()).toEqual(await original());
});

it('writes nothing at a look that finds nothing new, and takes up what comes after it', async () => {
  await publish('1.0');
  const follower = node(publisher.config.publishTo!);
  await follower.follow();
  const store = openSnapshotReader(follower.config.snapshotsFile);
  const written: number[] = [];
  const source = (real: SnapshotSource): SnapshotSource => ({
    current: async () => {
      written.push(store.dataVersion());
      if (written.length === 4) await publish('1.1');
      return real.current();
    },
    blob: (blob) => real.blob(blob),
    reset: () => real.reset(),
  });

  const looks = await follower.looks(5, ['eol'], { source });
  store.close();

  // The first look of a process makes sure.
  expect(written[2]).toBe(written[1]);
  expect(written[3]).toBe(written[1]);
  expect(looks.map((look) => look.swapped.length)).toEqual([0, 0, 0, 1, 0]);
  expect(await follower.served()).toEqual(await original());
});

it('begins in the middle of a chain, and goes on where the snapshots between were removed', async () => {
  const gc = () => publisher.cli('snapshots', '--dataset', 'eol', 'gc', '--keep-count', '1', '--keep-days', '0');
  await publish('1.0');
  await publish('1.1');
  await gc();
  const follower = node();
  expect(await follower.follow()).toMatchObject({ kind: 'followed' });
  for (const latest of ['1.2', '1.3']) await publish(latest);
  await gc();
  expect(await follower.follow()).toMatchObject({ kind: 'followed' });

  expect(await follower.served()).toEqual(await original());
});

it('knows which snapshots are gone, and which have only not arrived', async () => {
  await publish('1.0');
  const first = JSON.parse((await original())[0]!.answer!) as { snapshot_id: string };
  const follower = node();
  await follower.follow();
  await publish('1.1');
  const second = JSON.parse((await original())[0]!.answer!) as { snapshot_id: string };
  const forgotten = () => {
    const reader = openSnapshotReader(follower.config.snapshotsFile);
    const ids = [first, second].map(({ snapshot_id: id }) => reader.isForgotten('eol', id));
    reader.close();
    return ids;
  };
  expect(forgotten()).toEqual([false, false]);
  await publisher.cli('snapshots', '--dataset', 'eol', 'gc', '--keep-count', '1', '--keep-days', '0');
  await follower.follow();

  expect(forgotten()).toEqual([true, false]);
});

it('takes up a new key that a known one introduced, and none that only signs', async () => {
  await publish('1.0');
  const [early, late] = [node(), node()];
  const next = join(publisher.folder, 'next.pem');
  writeFileSync(next, generateKeyPem(), { mode: 0o600 });
  const { SIGNING_KEY_FILE: _none, ...env } = publisher.env;
  // The new key is put into the published set while the old one still signs.
  openSigningKey({ ...publisher.config, signingKeyFile: next }, systemClock);
  await publish('1.0');
  await early.follow();
  publisher.env = { ...env, SIGNING_KEY_FILE: next };
  await publish('1.1');

  expect(await early.follow()).toMatchObject({ kind: 'followed' });
  expect(await early.served()).toEqual(await original());
  expect(await late.follow()).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('no known key') as string,
  });
});

it('goes on over rotations that it missed, from the key that the operator pinned, and not over a revocation until he pins again', async () => {
  await publish('1.0');
  const pinned = join(publisher.folder, 'pinned.json');
  const [early, late] = [node(), node()].map((each) => {
    each.env['SNAPSHOT_KEYS_FILE'] = pinned;
    return each;
  }) as [FollowerHarness, FollowerHarness];
  cpSync(publisher.config.keySetFile, pinned);
  await early.follow();
  const files: KeyFiles = { privateFile: publisher.config.signingKeyFile, setFile: publisher.config.keySetFile };
  const nowMs = systemClock.now();
  for (const latest of ['1.1', '1.2']) {
    expect(rotateKey(files, { nowMs, overlapMs: 0 }).kind).toBe('rotated');
    await publish(latest);
  }
  for (const each of [early, late]) {
    expect(await each.follow()).toMatchObject({ kind: 'followed' });
    expect(await each.served()).toEqual(await original());
  }

  const { revoked } = revokeKey(files, { reason: 'stolen', nowMs });
  await publish('1.3');
  expect(await early.follow()).toMatchObject({ kind: 'refused' });
  cpSync(publisher.config.keySetFile, pinned);

  expect(await early.follow()).toMatchObject({ kind: 'followed' });
  expect(readKeySet(early.config.keySetFile).keys.map(({ kid }) => kid)).not.toContain(revoked[0]);
});

it('signs nothing, makes no starter, and leaves another chain alone', async () => {
  await publish('1.0');
  const follower = node();
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const run = (env: Record<string, string>, ...args: string[]) =>
    runCli(args, { env, print: write, complain: write, stop: new AbortController().signal });

  expect(await run(follower.env, '--starter')).toBe(0);
  expect((await follower.served())[0]).toMatchObject({ answer: undefined, stored: 0 });
  await follower.follow();
  const [held] = await follower.served();
  const { snapshot_id: id } = JSON.parse(held!.answer!) as { snapshot_id: string };
  expect(await run(follower.env, 'snapshots', 'rollback', id)).toBe(2);
  expect(follower.hasPrivateKey).toBe(false);

  const own = node();
  const { SNAPSHOT_SOURCE: _source, SNAPSHOT_KEYS_FILE: _keys, ...alone } = own.env;
  expect(await run(alone, '--starter', 'eol')).toBe(0);
  const before = await own.served();
  expect(await own.follow()).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('another chain') as string,
  });
  expect((await own.served())[0]).toMatchObject({
    answer: before[0]!.answer,
    refusal: expect.stringContaining('DATA_DIR') as string,
  });
});

it('goes on from any write that it died before', async () => {
  await publish('1.0');
  const follower = node();
  await follower.follow();
  const writes: string[] = [];
  for (let at = 0, died = true; died; at += 1) {
    await publish(`2.${at}`);
    const [before, after] = [await follower.served(), await original()];
    const passed: string[] = [];
    const beforeWrite = (what: string): void => {
      if (passed.length === at) throw new Error(`died before ${what}`);
      passed.push(what.split(' ')[0]!);
    };
    died = await follower.follow(['eol'], { beforeWrite }).then(
      () => false,
      () => true,
    );
    const [served] = await follower.served();
    expect(served!.loadFault).toBeNull();
    expect([before[0]!.answer, after[0]!.answer]).toContain(served!.answer);
    expect(await follower.follow()).toMatchObject({ kind: 'followed' });
    expect(await follower.served()).toEqual(after);
    writes.splice(0, writes.length, ...passed);
  }
  expect(writes).toEqual(['sequence', 'keys', 'adoption', 'sweep']);
});
