import { checkPurls } from '@stackcheck/osv-core';
import { canonicalJson, sha256Hex } from '@stackcheck/signing';
import { UpstreamError } from '../upstream/upstream';
import { contentChunks } from './content';
import { recordsFault } from './live-advisories';
import { IndexFileError } from '../snapshot/index-file';
import { place, someAdvisory } from './testing/advisories';
import { AdvisoryHarness } from './testing/advisory-harness';
import { toRaw } from './testing/small-bucket';

let harness: AdvisoryHarness;
beforeEach(() => {
  harness = new AdvisoryHarness();
});

const HOUR_MS = 3_600_000;
const fresh = (id: string, modified: string) =>
  toRaw(someAdvisory(id, { modified, packages: [place('npm', 'left-pad')] }));
const idsOf = async (purl: string) => {
  const [result] = checkPurls(await harness.index(), [purl]).results;
  return result?.checked ? result.vulnerabilities.map(({ id }) => id) : result?.reason;
};

describe('publishing package advisories', () => {
  it('makes a signed snapshot whose digest is that of its canonical records', async () => {
    const manifest = await harness.published();
    const { reader } = await harness.index();
    const text = [...contentChunks(reader)].join('');
    const content = JSON.parse(text) as { advisories: { id: string }[] };

    expect(text).toBe(canonicalJson(content));
    expect(manifest.sha256).toBe(sha256Hex(text));
    expect(manifest.record_count).toBe(content.advisories.length);
    expect(manifest.snapshot_id).toMatch(/^osv-20261120T062205Z-[0-9a-f]{8}$/);
    expect(recordsFault(reader, harness.current())).toBeUndefined();
  });

  it('publishes nothing new while nothing changes, and asks for changes only', async () => {
    await harness.published();
    harness.bucket.asked.length = 0;
    harness.clock.advance(HOUR_MS);

    const outcome = await harness.publish();

    expect(outcome).toMatchObject({ kind: 'unchanged', how: 'not_modified' });
    expect(harness.bucket.asked.some((path) => path.endsWith('all.zip'))).toBe(false);
    expect(harness.store.state('osv').refreshedAt).toBe(harness.clock.now());
  });

  it('publishes nothing new when everything was read again and is the same', async () => {
    const first = await harness.published();
    harness.clock.advance(24 * HOUR_MS);
    harness.bucket.asked.length = 0;

    const outcome = await harness.publish();

    expect(harness.bucket.asked).toContain('npm/all.zip');
    expect(outcome).toEqual({ kind: 'unchanged', snapshotId: first.snapshot_id, how: 'same_content' });
    expect(await harness.publish()).toMatchObject({ how: 'not_modified' });
  });

  it('fetches the records that changed, one by one', async () => {
    await harness.published();
    harness.clock.advance(HOUR_MS);
    harness.bucket.put('npm', fresh('GHSA-zzzz-0000-0001', '2026-11-20T06:30:00Z'));
    harness.bucket.asked.length = 0;

    const second = await harness.published();

    expect(harness.bucket.asked.filter((path) => path.startsWith('npm/'))).toEqual([
      'npm/modified_id.csv',
      'npm/GHSA-zzzz-0000-0001.json',
    ]);
    expect(second.prev_snapshot_id).not.toBeNull();
    expect(await idsOf('pkg:npm/left-pad@1.0.0')).toEqual(['GHSA-zzzz-0000-0001']);
    expect(await idsOf('pkg:npm/lodash@4.17.20')).toContain('GHSA-35jh-r3h4-6jhm');
  });

  it('sees a record that was added at the very instant seen last', async () => {
    harness.bucket.put('npm', fresh('GHSA-zzzz-0000-0001', '2026-11-20T06:30:00Z'));
    await harness.published();
    harness.clock.advance(HOUR_MS);
    harness.bucket.put('npm', fresh('GHSA-zzzz-0000-0002', '2026-11-20T06:30:00Z'));

    await harness.published();

    expect(await idsOf('pkg:npm/left-pad@1.0.0')).toEqual(['GHSA-zzzz-0000-0001', 'GHSA-zzzz-0000-0002']);
  });

  it('sees what comes after a change that is dated ahead', async () => {
    harness.bucket.put('npm', fresh('GHSA-zzzz-0000-0001', '2099-01-01T00:00:00Z'));
    await harness.published();
    harness.clock.advance(HOUR_MS);
    harness.bucket.put('npm', fresh('GHSA-zzzz-0000-0002', '2026-11-20T06:59:00Z'));

    await harness.published();

    expect(await idsOf('pkg:npm/left-pad@1.0.0')).toEqual(['GHSA-zzzz-0000-0001', 'GHSA-zzzz-0000-0002']);
  });

  it('gives the same content whether read as changes or as a whole', async () => {
    await harness.published();
    harness.clock.advance(HOUR_MS);
    harness.bucket.put('npm', fresh('GHSA-zzzz-0000-0001', '2026-11-20T06:30:00Z'));
    const { sha256 } = await harness.published();

    const other = new AdvisoryHarness();
    other.bucket = harness.bucket;

    expect((await other.published()).sha256).toBe(sha256);
  });

  it('reads the archive of an ecosystem that changed a lot', async () => {
    await harness.published();
    harness.clock.advance(HOUR_MS);
    for (let n = 0; n < 2_001; n += 1) harness.bucket.put('npm', fresh(`MAL-2026-${n}`, '2026-11-20T06:30:00Z'));
    harness.bucket.asked.length = 0;

    await harness.published();

    expect(harness.bucket.asked).toContain('npm/all.zip');
    expect(harness.bucket.asked).not.toContain('PyPI/all.zip');
    expect(harness.bucket.asked.filter((path) => path.includes('MAL-'))).toEqual([]);
  });

  it('reads an ecosystem that is new as a whole', async () => {
    await harness.published();
    harness.clock.advance(HOUR_MS);
    harness.bucket.put('Debian', toRaw(someAdvisory('DEBIAN-CVE-1', { packages: [place('Debian', 'curl')] })));

    await harness.published();

    expect(await idsOf('pkg:deb/debian/curl@1.0')).toEqual(['DEBIAN-CVE-1']);
  });

  it('forgets what was deleted when it reads everything again', async () => {
    for (let n = 0; n < 20; n += 1) harness.bucket.put('npm', fresh(`GHSA-zzzz-${n}`, '2026-11-20T06:30:00Z'));
    await harness.published();
    harness.bucket.folders.get('npm')!.delete('GHSA-zzzz-7');
    harness.clock.advance(24 * HOUR_MS);

    await harness.published();

    expect((await idsOf('pkg:npm/left-pad@1.0.0'))?.length).toBe(19);
  });

  it('fetches what is listed and not in the archive, or later than in the archive', async () => {
    const old = fresh('GHSA-zzzz-0000-0001', '2026-11-01T00:00:00Z');
    const late = { ...old, modified: '2026-11-19T00:00:00Z', summary: 'now better' };
    const unpacked = fresh('GHSA-zzzz-0000-0002', '2026-11-19T00:00:00Z');
    harness.bucket.put('npm', late, unpacked);
    const archive = [...harness.bucket.folders.get('npm')!.values()].filter((record) => record !== unpacked);
    harness.bucket.instead.set(
      'npm/all.zip',
      archive.map((record) => ({
        name: `${record.id}.json`,
        content: Buffer.from(JSON.stringify(record === late ? old : record)),
      })),
    );

    await harness.published();

    const { reader } = await harness.index();
    expect(reader.find('GHSA-zzzz-0000-0001')?.summary).toBe('now better');
    expect(reader.find('GHSA-zzzz-0000-0002')).toBeDefined();
  });

  it('takes of a record in several archives the latest', async () => {
    const old = fresh('GHSA-zzzz-0000-0001', '2026-11-01T00:00:00Z');
    harness.bucket.put('PyPI', { ...old, modified: '2026-11-19T00:00:00Z', summary: 'now better' });
    harness.bucket.put('npm', old);

    await harness.published();

    expect((await harness.index()).reader.find('GHSA-zzzz-0000-0001')?.summary).toBe('now better');
  });

  it('keeps what was known of a record that cannot be read any more', async () => {
    await harness.published();
    const lodash = 'npm/GHSA-35jh-r3h4-6jhm.json';
    const npm = [...harness.bucket.folders.get('npm')!.values()];
    harness.bucket.instead.set(
      'npm/all.zip',
      npm.map((record) => ({
        name: `${record.id}.json`,
        content: `npm/${record.id}.json` === lodash ? Buffer.from('{') : Buffer.from(JSON.stringify(record)),
      })),
    );
    harness.bucket.folders.get('RubyGems')!.delete('GHSA-35jh-r3h4-6jhm');
    harness.bucket.put('npm', fresh('GHSA-zzzz-0000-0009', '2026-11-19T00:00:00Z'));
    harness.clock.advance(24 * HOUR_MS);

    await harness.published();

    expect(harness.reports.at(-1)?.unread).toEqual([
      { ecosystem: 'npm', name: 'GHSA-35jh-r3h4-6jhm.json', fault: 'it is no JSON text in UTF-8' },
    ]);
    expect(await idsOf('pkg:npm/lodash@4.17.20')).toContain('GHSA-35jh-r3h4-6jhm');
  });

  it('reads everything again where the index is damaged, and publishes it again', async () => {
    const first = await harness.published();
    harness.files.files.clear();

    const outcome = await harness.publish();

    expect(outcome).toMatchObject({ kind: 'unchanged', snapshotId: first.snapshot_id, how: 'same_content' });
    expect((await harness.index()).reader.facts.records).toBe(first.record_count);
  });

  it('leaves the last good snapshot and its index when the disk is full', async () => {
    const first = await harness.published();
    harness.clock.advance(24 * HOUR_MS);
    harness.bucket.put('npm', fresh('GHSA-zzzz-0000-0001', '2026-11-20T06:30:00Z'));
    const full = Object.assign(Object.create(harness.files) as typeof harness.files, {
      create: () => {
        throw new IndexFileError('the index file could not be written: the disk is full');
      },
    });

    const outcome = await harness.publish({ advisoryFiles: full });

    expect(outcome).toEqual({ kind: 'failed', reason: 'the index file could not be written: the disk is full' });
    expect(harness.store.state('osv')).toMatchObject({
      currentSnapshotId: first.snapshot_id,
      refusal: 'the index file could not be written: the disk is full',
    });
    expect(await idsOf('pkg:npm/lodash@4.17.20')).toContain('GHSA-35jh-r3h4-6jhm');
  });

  it('removes what an interrupted run left, and nothing that a snapshot names', async () => {
    await harness.published();
    const orphan = harness.files.create().finish();

    await harness.publish();

    expect(harness.files.files.has(orphan.sha256)).toBe(false);
    expect((await harness.index()).reader.facts.records).toBeGreaterThan(30);
  });

  it('says so when upstream cannot be read', async () => {
    harness.bucket.instead.set('npm/modified_id.csv', new UpstreamError('upstream answered 503'));

    expect(await harness.publish()).toEqual({ kind: 'failed', reason: 'upstream answered 503' });
    expect(harness.files.files.size).toBe(0);
  });

  it('does not publish a content that an operator rolled back, unless asked to', async () => {
    const { sha256, snapshot_id: id } = await harness.published();
    jest.spyOn(harness.store, 'withdrawn').mockReturnValue([sha256]);
    harness.clock.advance(24 * HOUR_MS);

    const outcome = await harness.publish();

    expect(outcome).toMatchObject({ kind: 'refused', rules: ['withdrawn'] });
    expect(await harness.publish({ acceptSha256: sha256 })).toMatchObject({ kind: 'unchanged', snapshotId: id });
  });

  it('does not let two workers at it', async () => {
    harness.store.acquireLease('osv', 'other', harness.clock.now(), 60_000);

    expect(await harness.publish()).toMatchObject({ kind: 'busy' });
  });
});
