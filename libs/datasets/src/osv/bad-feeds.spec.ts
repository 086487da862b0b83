import fc from 'fast-check';
import { UpstreamError } from '../ports';
import { CANARIES } from './canaries';
import { openIndex } from './live-advisories';
import { AdvisoryWorld } from './testing/advisory-world';
import { place, someAdvisory } from './testing/advisories';
import { bytesOf, type MemoryBucket, type RawRecord } from './testing/memory-bucket';
import { toRaw } from './testing/small-bucket';

let world: AdvisoryWorld;
beforeEach(() => {
  world = new AdvisoryWorld();
});

/** A record about a package of its own. */
const plain = (id = 'GHSA-zzzz-0000-0001') => toRaw(someAdvisory(id, { packages: [place('npm', 'left-pad')] }));

type Change = (bucket: MemoryBucket) => void;

const recordsOf = (bucket: MemoryBucket, ecosystem: string) => [...bucket.folders.get(ecosystem)!.values()];

/** The archive of npm with these files beside its own. */
function alsoPacked(
  bucket: MemoryBucket,
  ...files: readonly { readonly name: string; readonly content: Uint8Array }[]
): void {
  const own = recordsOf(bucket, 'npm').map((record) => ({ name: `${record.id}.json`, content: bytesOf(record) }));
  bucket.instead.set('npm/all.zip', [...own, ...files]);
}

async function outcomeOf(change: Change): Promise<{ readonly kind: string; readonly reason: string }> {
  change(world.bucket);
  const outcome = await world.publish();
  return { kind: outcome.kind, reason: 'reason' in outcome ? outcome.reason : '' };
}

describe('one record that is out of form is counted, named and left out', () => {
  const table: [what: string, spoilt: unknown, fault: string][] = [
    ['a list', [], 'the record is no object'],
    ['null', null, 'the record is no object'],
    ['a number', 7, 'the record is no object'],
    ['a text', 'x', 'the record is no object'],
    ['nothing in it', {}, 'id is no text'],
    ['no id', { ...plain(), id: undefined }, 'id is no text'],
    ['an empty id', { ...plain(), id: '' }, 'id is no text'],
    ['a number for an id', { ...plain(), id: 7 }, 'id is no text'],
    ['a path for an id', { ...plain(), id: '../../etc/passwd' }, 'id is not an identifier'],
    ['a blank in its id', { ...plain(), id: 'GHSA 1' }, 'id is not an identifier'],
    ['an endless id', { ...plain(), id: `G${'x'.repeat(300)}` }, 'id is not an identifier'],
    ['the id of another', { ...plain(), id: 'GHSA-zzzz-0000-0002' }, 'its id is "GHSA-zzzz-0000-0002"'],
    ['no time of change', { ...plain(), modified: undefined }, 'modified is no text'],
    ['a number for its time', { ...plain(), modified: 1_700_000_000 }, 'modified is no text'],
    ['a day for its time', { ...plain(), modified: '2026-01-01' }, 'modified is no RFC 3339 instant'],
    ['a word for its time', { ...plain(), modified: 'yesterday' }, 'modified is no RFC 3339 instant'],
    ['null for its publication', { ...plain(), published: null }, 'published is no text'],
    ['a word for its withdrawal', { ...plain(), withdrawn: 'yes' }, 'withdrawn is no RFC 3339 instant'],
    ['a flag for its withdrawal', { ...plain(), withdrawn: true }, 'withdrawn is no text'],
    ['a text for aliases', { ...plain(), aliases: 'CVE-2020-1' }, 'aliases is no array'],
    ['a number among aliases', { ...plain(), aliases: [7] }, 'aliases holds something other than text'],
    ['null among aliases', { ...plain(), aliases: [null] }, 'aliases holds something other than text'],
    ['an endless alias', { ...plain(), aliases: ['x'.repeat(201)] }, 'an alias is too long'],
    ['countless aliases', { ...plain(), aliases: Array(501).fill('CVE-2020-1') }, 'it has 501 aliases'],
    ['a text for affected', { ...plain(), affected: 'all' }, 'affected is no array'],
    ['an object for affected', { ...plain(), affected: {} }, 'affected is no array'],
    ['a text among affected', { ...plain(), affected: ['left-pad'] }, 'affected[0] is no object'],
    ['null among affected', { ...plain(), affected: [null] }, 'affected[0] is no object'],
    ['a text for a package', { ...plain(), affected: [{ package: 'left-pad' }] }, 'package is no object'],
    ['a package without a name', affecting({ package: { ecosystem: 'npm' } }), 'name is no text'],
    ['a package without ecosystem', affecting({ package: { name: 'left-pad' } }), 'ecosystem is no text'],
    ['an empty name', affecting({ package: { ecosystem: 'npm', name: '' } }), 'name is no text'],
    ['a number for a name', affecting({ package: { ecosystem: 'npm', name: 7 } }), 'name is no text'],
    [
      'an endless name',
      affecting({ package: { ecosystem: 'npm', name: 'x'.repeat(501) } }),
      'the name of a package is too long',
    ],
    [
      'half a character in a name',
      affecting({ package: { ecosystem: 'npm', name: 'a\ud83d' } }),
      'a text holds a lone surrogate',
    ],
    ['half a character in a version', affecting({ versions: ['1.0.0\udead'] }), 'a version holds a lone surrogate'],
    ['half a character in its summary', { ...plain(), summary: 'a\ud83d' }, 'a text holds a lone surrogate'],
    ['a text for versions', affecting({ versions: '1.0.0' }), 'versions is no array'],
    ['a number among versions', affecting({ versions: [1] }), 'versions holds something other than text'],
    ['a text for ranges', affecting({ ranges: '<1' }), 'ranges is no array'],
    ['a text among ranges', affecting({ ranges: ['<1'] }), 'ranges[] is no object'],
    ['a range without a type', affecting({ ranges: [{ events: [] }] }), 'type is no text'],
    [
      'a range of an unknown type',
      affecting({ ranges: [{ type: 'VERS', events: [] }] }),
      'ranges[].type VERS is unknown',
    ],
    ['a text for events', ranging('0'), 'events is no array'],
    ['a text among events', ranging(['0']), 'events[] is no object'],
    ['an event of nothing', ranging([{}]), 'events[] is not one known event'],
    ['an event of two kinds', ranging([{ introduced: '0', fixed: '1' }]), 'events[] is not one known event'],
    ['an unknown event', ranging([{ introduced: '0' }, { repaired: '1' }]), 'events[] is not one known event'],
    ['a number in an event', ranging([{ introduced: 0 }]), 'introduced is no text'],
    ['an empty fix', ranging([{ introduced: '0' }, { fixed: '' }]), 'fixed is no text'],
  ];

  function affecting(parts: object): object {
    return { ...plain(), affected: [{ package: { ecosystem: 'npm', name: 'left-pad' }, ...parts }] };
  }
  function ranging(events: unknown): object {
    return affecting({ ranges: [{ type: 'SEMVER', events }] });
  }

  it.each(table)('%s', async (_what, spoilt, fault) => {
    alsoPacked(world.bucket, { name: 'GHSA-zzzz-0000-0001.json', content: bytesOf(spoilt) });

    await world.published();

    expect(world.reports[0]?.unread).toEqual([{ ecosystem: 'npm', name: 'GHSA-zzzz-0000-0001.json', fault }]);
    expect((await world.index()).reader.find('GHSA-zzzz-0000-0001')).toBeUndefined();
  });

  it.each<[string, string, Uint8Array, string]>([
    ['no JSON', 'GHSA-z.json', Buffer.from('{"id":'), 'it is no JSON text in UTF-8'],
    ['nothing', 'GHSA-z.json', Buffer.alloc(0), 'it is no JSON text in UTF-8'],
    ['zeros', 'GHSA-z.json', Buffer.alloc(500), 'it is no JSON text in UTF-8'],
    ['an HTML page', 'GHSA-z.json', Buffer.from('<html></html>'), 'it is no JSON text in UTF-8'],
    ['Latin-1', 'GHSA-z.json', Buffer.from('{"id":"é"}', 'latin1'), 'it is no JSON text in UTF-8'],
    ['two documents', 'GHSA-z.json', Buffer.from('{}{}'), 'it is no JSON text in UTF-8'],
    ['NaN', 'GHSA-z.json', Buffer.from('{"id":NaN}'), 'it is no JSON text in UTF-8'],
    ['another kind of file', 'README.md', Buffer.from('hello'), 'its name is not that of a record'],
    ['a file in a folder', 'x/GHSA-z.json', Buffer.from('{}'), 'its name is not that of a record'],
    ['a name without a name', '.json', Buffer.from('{}'), 'its name is not that of a record'],
  ])('%s', async (_what, name, content, fault) => {
    alsoPacked(world.bucket, { name, content });

    await world.published();

    expect(world.reports[0]?.unread).toEqual([{ ecosystem: 'npm', name, fault }]);
  });
});

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
    if (_what === 'an empty archive') world.bucket.folders.get('npm')!.clear();

    const outcome = await outcomeOf(change);

    expect(['refused', 'failed']).toContain(outcome.kind);
    expect(outcome.reason).toMatch(reason);
    expect(world.store.list('osv')).toEqual([]);
    expect(world.store.state('osv').refusal).toBe(outcome.reason);
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

describe('a successor of a good snapshot', () => {
  const many = (bucket: MemoryBucket, count: number) => {
    for (let n = 0; n < count; n += 1) bucket.put('npm', plain(`GHSA-zzzz-${n}`));
  };

  it('is refused when an ecosystem lost more than a tenth, which is named', async () => {
    many(world.bucket, 100);
    await world.published();
    world.clock.advance(24 * 3_600_000);
    for (let n = 0; n < 20; n += 1) world.bucket.folders.get('npm')!.delete(`GHSA-zzzz-${n}`);
    for (let n = 0; n < 50; n += 1) {
      world.bucket.put('PyPI', toRaw(someAdvisory(`GHSA-yyyy-${n}`, { packages: [place('PyPI', 'left-pad')] })));
    }

    const outcome = await world.publish();

    expect(outcome).toMatchObject({ kind: 'refused', rules: ['shrunken'] });
    expect('reason' in outcome && outcome.reason).toMatch(
      /advisories of npm where the last snapshot has \d+; a loss of at most 10 %/,
    );
  });

  it('may be published all the same by whoever looked at it', async () => {
    many(world.bucket, 100);
    await world.published();
    world.clock.advance(24 * 3_600_000);
    for (let n = 0; n < 50; n += 1) world.bucket.folders.get('npm')!.delete(`GHSA-zzzz-${n}`);
    const outcome = await world.publish();

    const sha256 = outcome.kind === 'refused' ? outcome.sha256 : null;

    expect(await world.publish({ acceptSha256: sha256 })).toMatchObject({ kind: 'published', manifest: { sha256 } });
  });

  it('is refused when an ecosystem is not listed any more', async () => {
    await world.published();
    world.bucket.folders.delete('Hex');

    const outcome = await world.publish();

    expect('reason' in outcome && outcome.reason).toMatch(/0 advisories of Hex where the last snapshot has 2/);
  });

  it('never replaces a good one when anything breaks off in the middle', async () => {
    const first = await world.published();
    let at = 0;
    for (const crashAt of Array.from({ length: 14 }, (_, n) => n)) {
      world.clock.advance(24 * 3_600_000);
      world.bucket.put('npm', plain(`GHSA-zzzz-${crashAt}`));
      at = 0;
      const crash = <Target extends object>(target: Target): Target =>
        new Proxy(target, {
          get(object, name) {
            const value: unknown = Reflect.get(object, name, object);
            if (typeof value !== 'function') return value;
            return (...args: unknown[]): unknown => {
              at += 1;
              if (at === crashAt) throw new Error('the power is gone');
              const result: unknown = (value as (...given: unknown[]) => unknown).apply(object, args);
              return name === 'create' ? crash(result as object) : result;
            };
          },
        });
      const before = world.current();

      await world.publish({ files: crash(world.files), store: world.store }).catch(() => undefined);

      const after = world.current();
      const opened = await openIndex(after, world.files, world.verifiers);
      expect({ crashAt, ok: opened.ok }).toEqual({ crashAt, ok: true });
      if (crashAt > 0 && at === crashAt) expect(after.manifest.snapshot_id).toBe(before.manifest.snapshot_id);
      world.store.releaseLease({ dataset: 'osv', owner: 'worker', token: 0 });
    }
    expect(world.current().manifest.snapshot_id).not.toBe(first.snapshot_id);
  });
});

describe('changes at random', () => {
  it('never publish a denied canary, and never break off with anything but a reason', async () => {
    const good = new AdvisoryWorld().bucket;
    const files = [...good.folders].flatMap(([ecosystem, folder]) =>
      [...folder.keys()].map((id) => [ecosystem, id] as const),
    );
    const spoil = fc.record({
      which: fc.integer({ min: 0, max: files.length - 1 }),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      with: fc.oneof(
        fc.constantFrom('', '"', '{', '}', '[', ']', ',', '\\', '0', 'null', '1e999'),
        fc.string({ maxLength: 4 }),
      ),
      remove: fc.integer({ min: 0, max: 40 }),
    });

    await fc.assert(
      fc.asyncProperty(fc.array(spoil, { minLength: 1, maxLength: 4 }), async (changes) => {
        const spoilt = new AdvisoryWorld();
        const packed = new Map<string, { name: string; content: Uint8Array }[]>();
        for (const [ecosystem, folder] of spoilt.bucket.folders) {
          packed.set(
            ecosystem,
            [...folder.values()].map((record) => ({ name: `${record.id}.json`, content: bytesOf(record) })),
          );
        }
        for (const change of changes) {
          const [ecosystem, id] = files[change.which]!;
          const file = packed.get(ecosystem)!.find(({ name }) => name === `${id}.json`)!;
          const text = Buffer.from(file.content).toString();
          const at = Math.floor(text.length * change.at);
          file.content = Buffer.from(text.slice(0, at) + change.with + text.slice(at + change.remove));
        }
        for (const [ecosystem, dump] of packed) spoilt.bucket.instead.set(`${ecosystem}/all.zip`, dump);

        const outcome = await spoilt.publish();

        if (outcome.kind === 'published') {
          const opened = await openIndex(spoilt.current(), spoilt.files, spoilt.verifiers);
          expect(opened.ok).toBe(true);
        } else {
          expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/\w+: /) as string });
        }
      }),
      { numRuns: 25 },
    );
  });
});
