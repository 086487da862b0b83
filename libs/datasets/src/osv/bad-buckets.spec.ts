import { UpstreamError } from '../upstream/upstream';
import { CANARIES } from './canaries';
import { AdvisoryHarness } from './testing/advisory-harness';
import { bytesOf, type MemoryBucket, type RawRecord } from './testing/memory-bucket';

let harness: AdvisoryHarness;
beforeEach(() => {
  harness = new AdvisoryHarness();
});

type Change = (bucket: MemoryBucket) => void;

const recordsOf = (bucket: MemoryBucket, ecosystem: string) => [...bucket.folders.get(ecosystem)!.values()];

/** The archive of npm with these files in addition to its own. */
function alsoPacked(
  bucket: MemoryBucket,
  ...files: readonly { readonly name: string; readonly content: Uint8Array }[]
): void {
  const own = recordsOf(bucket, 'npm').map((record) => ({ name: `${record.id}.json`, content: bytesOf(record) }));
  bucket.instead.set('npm/all.zip', [...own, ...files]);
}

async function outcomeOf(change: Change): Promise<{ readonly kind: string; readonly reason: string }> {
  change(harness.bucket);
  const outcome = await harness.publish();
  return { kind: outcome.kind, reason: 'reason' in outcome ? outcome.reason : '' };
}

describe('a bucket that cannot be what it should be publishes nothing, and says why', () => {
  const line =
    (text: string): Change =>
    (bucket) =>
      void bucket.instead.set('npm/modified_id.csv', text);
  const list =
    (text: string): Change =>
    (bucket) =>
      void bucket.instead.set('ecosystems.txt', text);
  const without =
    (id: string): Change =>
    (bucket) =>
      bucket.folders.forEach((folder) => folder.delete(id));
  const eachRecord =
    (change: (record: RawRecord) => object): Change =>
    (bucket) => {
      for (const folder of bucket.folders.values()) {
        for (const [id, record] of folder) folder.set(id, { ...record, ...change(record) });
      }
    };
  const junk =
    (count: number): Change =>
    (bucket) =>
      alsoPacked(
        bucket,
        ...Array.from({ length: count }, (_, n) => ({ name: `GHSA-${n}.json`, content: Buffer.from('{') })),
      );

  it.each<[what: string, change: Change, reason: RegExp]>([
    ['no list of ecosystems', list(''), /upstream_shape: ecosystems.txt names no known ecosystem/],
    ['a page in place of the list', list('<html>\n<body>'), /ecosystems.txt holds "<html>", which is no name/],
    ['JSON in place of the list', list('["npm"]'), /ecosystems.txt holds/],
    ['a path in the list', list('npm\n../secret'), /ecosystems.txt holds "..\/secret"/],
    ['control characters in the list', list('npm\nGo\u0000'), /ecosystems.txt holds/],
    ['an endless name in the list', list(`npm\n${'x'.repeat(101)}`), /ecosystems.txt holds/],
    ['an endless list', list('npm\n'.repeat(2_001)), /ecosystems.txt has 2001 lines/],
    ['a list of unknown ecosystems only', list('Android\nLinux'), /names no known ecosystem/],
    ['a list that lacks an ecosystem', list('npm\nGo\nPyPI'), /canary_changed: .*log4j-core@2.14.1 is not affected/],
    ['words in the changes', line('not,a,change'), /modified_id.csv holds "not,a,change"/],
    ['a page in place of the changes', line('<html>'), /modified_id.csv holds "<html>"/],
    ['changes without a time', line('GHSA-35jh-r3h4-6jhm'), /modified_id.csv holds/],
    ['changes without an id', line('2026-01-01T00:00:00Z,'), /modified_id.csv holds/],
    ['changes with a path for an id', line('2026-01-01T00:00:00Z,../x'), /modified_id.csv holds/],
    ['changes with an impossible time', line('2026-13-45T00:00:00Z,GHSA-1'), /modified_id.csv holds/],
    ['changes separated otherwise', line('2026-01-01T00:00:00Z;GHSA-1'), /modified_id.csv holds/],
    [
      'changes out of order',
      line('2026-01-01T00:00:00Z,GHSA-1\n2026-01-02T00:00:00Z,GHSA-2'),
      /modified_id.csv of npm is not in order at GHSA-2/,
    ],
    [
      'far more changes than the archive has records',
      line(Array.from({ length: 5_001 }, (_, n) => `2026-01-01T00:00:00Z,GHSA-${n}`).join('\n')),
      /more than 5000 records of npm are listed and not in its archive/,
    ],
    [
      'many files that are no records',
      junk(6),
      /unreadable: 6 of \d+ files of npm cannot be read: GHSA-0.json \(it is no JSON/,
    ],
    ['nothing but files that are no records', junk(5_001), /more than 5000 files cannot be read/],
    ['an empty archive', (bucket) => bucket.instead.set('npm/all.zip', []), /canary_changed|^$/],
    [
      'a canary that is gone',
      without('GHSA-35jh-r3h4-6jhm'),
      /pkg:npm\/lodash@4.17.20 is not affected by CVE-2021-23337/,
    ],
    [
      'everything withdrawn',
      eachRecord(() => ({ withdrawn: '2026-11-19T00:00:00Z' })),
      /canary_changed: .*is not affected by CVE-2021-44228/,
    ],
    ['everything affecting nothing', eachRecord(() => ({ affected: [] })), /canary_changed/],
    ['everything affected for ever', eachRecord(forEver), /log4j-core@2.17.1 is affected by CVE-2021-44228/],
    ['every package renamed', eachRecord(renamed), /canary_changed/],
    ['every alias gone', eachRecord(() => ({ aliases: [] })), /canary_changed/],
    [
      'an archive that cannot be had',
      (bucket) => bucket.instead.set('Go/all.zip', new UpstreamError('upstream answered 404')),
      /^upstream answered 404$/,
    ],
    [
      'a list that cannot be had',
      (bucket) => bucket.instead.set('ecosystems.txt', new UpstreamError('upstream answered 503')),
      /^upstream answered 503$/,
    ],
  ])('%s', async (_what, change, reason) => {
    if (_what === 'an empty archive') harness.bucket.folders.get('npm')!.clear();

    const outcome = await outcomeOf(change);

    expect(['refused', 'failed']).toContain(outcome.kind);
    expect(outcome.reason).toMatch(reason);
    expect(harness.store.list('osv')).toEqual([]);
    expect(harness.store.state('osv').refusal).toBe(outcome.reason);
  });

  it.each(CANARIES.map(({ id, affected }) => [id, affected] as const))('%s missing of %s', async (id, affected) => {
    const outcome = await outcomeOf((bucket) => {
      for (const folder of bucket.folders.values()) {
        for (const [key, { aliases }] of folder) if ([key, ...(aliases as string[])].includes(id)) folder.delete(key);
      }
    });

    expect(outcome).toEqual({
      kind: 'refused',
      reason: expect.stringContaining(`${affected} is not affected by ${id}`) as string,
    });
  });
});

function forEver({ affected }: RawRecord): object {
  return {
    affected: (affected as object[]).map((entry) => ({
      ...entry,
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }],
    })),
  };
}

function renamed({ affected }: RawRecord): object {
  return {
    affected: (affected as { package: { ecosystem: string; name: string } }[]).map((entry) => ({
      ...entry,
      package: { ...entry.package, name: `${entry.package.name}-x` },
    })),
  };
}

it('an empty bucket is never published, not even by an operator who looked at it', async () => {
  for (const records of harness.bucket.folders.values()) records.clear();

  const outcome = await harness.publish();
  const sha256 = outcome.kind === 'refused' ? outcome.sha256 : null;
  const accepted = await harness.publish({ acceptSha256: sha256 });

  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(outcome).toMatchObject({ kind: 'refused', rules: expect.arrayContaining(['empty']) as string[] });
  expect(accepted).toMatchObject({ kind: 'refused', rules: ['empty'] });
  expect(harness.store.list('osv')).toEqual([]);
});
