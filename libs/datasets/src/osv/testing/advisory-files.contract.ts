/// <reference types="jest" />
import { contentSha256, recordText } from '../content';
import { IndexFileError } from '../../snapshot/index-file';
import type { AdvisoryFiles, AdvisoryReader } from '../../store/advisory-files';
import { recordsInOrder } from './records-in-order';
import type { StoredAdvisory } from '../../snapshot/stored-advisory';
import { describeNaming } from './advisory-naming.contract';
import { describeOrder } from './advisory-order.contract';
import { describePacks } from './advisory-packs.contract';
import { place, someAdvisory } from './advisories';
import { BARE, LODASH, MALICIOUS, UNRATED } from './sample-advisories';

const SAMPLE = [MALICIOUS, LODASH, BARE];

/** What every folder of index files promises. Each adapter's spec runs it on a fresh, empty folder per test. */
export function describeAdvisoryFiles(name: string, open: () => AdvisoryFiles): void {
  describe(`${name}: advisory files contract`, () => {
    let files: AdvisoryFiles;
    let readers: AdvisoryReader[];
    beforeEach(() => {
      files = open();
      readers = [];
    });
    afterEach(() => readers.forEach((reader) => reader.close()));

    const write = (advisories: readonly StoredAdvisory[], from?: Parameters<AdvisoryFiles['create']>[0]) => {
      const builder = files.create(from);
      for (const advisory of advisories) builder.put(advisory);
      return builder.finish();
    };
    const read = async (...[file]: Parameters<AdvisoryFiles['open']>) => {
      const reader = await files.open(file);
      readers.push(reader);
      return reader;
    };

    it('gives back what was put in, in the order of ids', async () => {
      const reader = await read(write(SAMPLE));

      expect([...recordsInOrder(reader)]).toEqual([LODASH, BARE, MALICIOUS]);
      expect(reader.find('GO-2024-1')).toEqual(BARE);
      expect(reader.find('GO-2024-2')).toBeUndefined();
      expect(reader.after(null, 1)).toEqual([LODASH]);
      expect(reader.after(LODASH.id, 1)).toEqual([BARE]);
      expect(reader.after('GZ', 9)).toEqual([MALICIOUS]);
      expect(reader.after(MALICIOUS.id, 9)).toEqual([]);
    });

    it('gives the canonical texts of all, whatever characters they hold', async () => {
      const characters = Array.from({ length: 0x11_00 }, (_, code) => String.fromCharCode(code)).join('');
      const text = `${characters}\u2028\u2029\ufeff\uffff\u{1f600}`;
      const odd = [
        someAdvisory('A', {
          ...UNRATED,
          summary: text,
          vector: text,
          aliases: [text, ''],
          packages: [place('npm', text)],
        }),
        someAdvisory('B', { ...UNRATED, packages: [place('npm', 'x', '[[null,[["i","0"]],["\\u0000\\"é"]]]')] }),
        someAdvisory('C', { ...UNRATED, published: null, summary: null, packages: [place('npm', 'x')] }),
        ...[0, 0.1, 1 / 3, 9.800000000000002, 9.8, 10, 1e21, 5e-324].map((score) =>
          someAdvisory(`D${score}`, { score }),
        ),
        ...Array.from({ length: 101 }, (_, tenths) => someAdvisory(`E${tenths}`, { score: tenths / 10 })),
      ];
      const reader = await read(write([...SAMPLE, ...odd]));

      const expected = reader.after(null, 999).map((advisory) => ({ id: advisory.id, text: recordText(advisory) }));
      expect(expected).toHaveLength(SAMPLE.length + odd.length);
      expect(reader.textsAfter(null, 999)).toEqual(expected);
      expect(reader.textsAfter('C', 2)).toEqual(expected.filter(({ id }) => id > 'C').slice(0, 2));
      expect(JSON.parse(expected.find(({ id }) => id === 'A')?.text ?? '')).toMatchObject({ summary: text });
      expect(reader.textsAfter('ZZZ', 2)).toEqual([]);
    });

    it('counts advisories, and those of each ecosystem once', async () => {
      const builder = files.create();
      SAMPLE.forEach((advisory) => builder.put(advisory));

      expect(builder.ecosystems()).toEqual({ RubyGems: 1, npm: 2 });
      expect((await read(builder.finish())).facts).toEqual({ records: 3, ecosystems: { RubyGems: 1, npm: 2 } });
    });

    it('finds what is filed under a name, and nothing under another', async () => {
      const reader = await read(write(SAMPLE));
      const { packages: _of, ...facts } = LODASH;

      expect(reader.hits('npm', 'lodash').map(({ advisory, spec }) => [advisory.id, spec])).toEqual([
        ['GHSA-35jh-r3h4-6jhm', '[[null,[["i","0","f","4.17.21"]]]]'],
        ['MAL-2024-1', '*'],
      ]);
      expect(reader.hits('npm', 'lodash')[0]?.advisory).toEqual(facts);
      const [first, second] = reader.hits('npm', 'lodash');
      expect(reader.hitsAfter('npm', 'lodash', null, 1)).toEqual([first]);
      expect(reader.hitsAfter('npm', 'lodash', LODASH.id, 9)).toEqual([second]);
      expect(reader.hitsAfter('npm', 'lodash', MALICIOUS.id, 9)).toEqual([]);
      expect(reader.hits('PyPI', 'lodash')).toEqual([]);
      expect(reader.hits('npm', 'Lodash')).toEqual([]);
      expect(reader.hits('npm', '')).toEqual([]);
    });

    it('counts what is filed under a name, and lists the packages in their order', async () => {
      const reader = await read(write(SAMPLE));

      expect([BARE.id, LODASH.id, 'GHSA-none'].map((id) => reader.isWithdrawn(id))).toEqual([true, false, false]);
      expect(reader.count('npm', 'lodash')).toBe(2);
      expect(reader.count('npm', 'Lodash')).toBe(0);
      const all = [
        { ecosystem: 'RubyGems', name: 'lodash-rails', advisories: 1, malware: 0 },
        { ecosystem: 'npm', name: 'lodash', advisories: 2, malware: 1 },
        { ecosystem: 'npm', name: 'lodash-es', advisories: 1, malware: 0 },
      ];
      expect(reader.packagesAfter(null, 9)).toEqual(all);
      expect(reader.packagesAfter(null, 2)).toEqual(all.slice(0, 2));
      expect(reader.packagesAfter({ ecosystem: 'RubyGems', name: 'lodash-rails' }, 1)).toEqual(all.slice(1, 2));
      expect(reader.packagesAfter({ ecosystem: 'npm', name: 'lodash' }, 9)).toEqual(all.slice(2));
      expect(reader.packagesAfter({ ecosystem: 'npm', name: 'lodash-es' }, 9)).toEqual([]);
    });

    it('shows an inherited rating with a hit, and keeps the record as it is', async () => {
      const unrated = someAdvisory('PYSEC-2024-1', { ...UNRATED, packages: [place('PyPI', 'x')] });
      const builder = files.create();
      builder.put(unrated);
      builder.inherit('PYSEC-2024-1', { severity: 'low', score: 3.1, vector: 'v' });
      const reader = await read(builder.finish());

      expect(reader.hits('PyPI', 'x')[0]?.advisory).toMatchObject({ severity: 'low', score: 3.1, vector: 'v' });
      expect(reader.find('PYSEC-2024-1')).toEqual(unrated);
    });

    it('puts one advisory in place of another with all its packages', async () => {
      const moved = { ...LODASH, modified: '2026-02-01T00:00:00Z', packages: [place('npm', 'lodash.template')] };
      const builder = files.create();
      [LODASH, moved].forEach((advisory) => builder.put(advisory));
      expect(builder.modifiedOf(LODASH.id)).toBe(moved.modified);
      expect(builder.modifiedOf('GHSA-none')).toBeUndefined();
      const reader = await read(builder.finish());

      expect([...recordsInOrder(reader)]).toEqual([moved]);
      expect(reader.hits('npm', 'lodash')).toEqual([]);
      expect(reader.hits('npm', 'lodash.template')).toHaveLength(1);
    });

    it('adds what is not there yet, and nothing else', async () => {
      const builder = files.create();
      expect(builder.add(LODASH)).toBe(true);
      expect(builder.add({ ...LODASH, summary: 'another', packages: [] })).toBe(false);
      expect(builder.add(BARE)).toBe(true);

      expect([...recordsInOrder(await read(builder.finish()))]).toEqual([LODASH, BARE]);
    });

    it('goes on from another index and leaves that as it was', async () => {
      const first = write(SAMPLE);
      const builder = files.create(first);
      const changed = { ...BARE, summary: 'now it has one' };
      builder.put(changed);
      const second = builder.finish();

      expect([...recordsInOrder(await read(second))]).toEqual([LODASH, changed, MALICIOUS]);
      expect([...recordsInOrder(await read(first))]).toEqual([LODASH, BARE, MALICIOUS]);
    });

    it('shows which advisories differ between two indexes', async () => {
      const [spec, other] = ['[[null,[["i","0","f","1.0"]]]]', '[[null,[["i","0","f","1.1"]]]]'];
      const of = (id: string, parts: Partial<StoredAdvisory> = {}, at = spec) =>
        someAdvisory(id, { packages: [place('npm', 'x', at)], ...parts });
      const before = write([of('SAME'), of('GONE'), of('A'), of('B'), of('C'), of('D'), of('E', UNRATED)]);
      const after = write([
        of('SAME'),
        of('NEW'),
        of('A', { summary: null }),
        of('B', { packages: [place('npm', 'y', spec)] }),
        of('C', {}, other),
        of('D', { aliases: ['CVE-2026-1'] }),
        of('E', { ...UNRATED, score: 1.5 }),
      ]);

      expect(files.differences(before, after)).toEqual(['A', 'B', 'C', 'D', 'E', 'GONE', 'NEW']);
      expect(files.differences(after, before)).toEqual(['A', 'B', 'C', 'D', 'E', 'GONE', 'NEW']);
      expect(files.differences(after, after)).toEqual([]);
    });

    it('shows no difference where only an inherited rating is another', async () => {
      const inherited = (severity: 'low' | 'high') => {
        const builder = files.create();
        builder.put(BARE);
        builder.inherit(BARE.id, { severity, score: null, vector: null });
        return builder.finish();
      };

      expect(files.differences(inherited('low'), inherited('high'))).toEqual([]);
    });

    it('gives the same file whether made at once or from another index', () => {
      const later = { ...LODASH, modified: '2026-03-01T00:00:00Z', packages: [place('npm', 'lodash.set')] };
      const atOnce = write([later, BARE, MALICIOUS]);

      expect(write([later], write(SAMPLE))).toEqual(atOnce);
      expect(write([], atOnce)).toEqual(atOnce);
    });

    it('inherits ratings again where it goes on from another index', async () => {
      const builder = files.create();
      builder.put(BARE);
      builder.put({ ...BARE, id: 'GO-2024-9', packages: [place('Go', 'x')] });
      builder.inherit('GO-2024-9', { severity: 'low', score: null, vector: null });
      const reader = await read(write([], builder.finish()));

      expect(reader.hits('Go', 'x')[0]?.advisory.severity).toBeNull();
    });

    it('lists the advisories with aliases', () => {
      const builder = files.create();
      SAMPLE.forEach((advisory) => builder.put(advisory));

      const { id, aliases, severity, score, vector } = LODASH;
      expect([...builder.aliased()]).toEqual([{ id, aliases, severity, score, vector }]);
      expect(builder.rated(id)).toEqual({ id, aliases, severity, score, vector });
      expect(builder.rated(BARE.id)).toEqual({ id: BARE.id, aliases: [], ...UNRATED });
      expect(builder.rated('GHSA-none')).toBeUndefined();
      builder.discard();
    });

    it('gives one file and one content whatever the order, and others for other advisories', async () => {
      const [one, two] = [write(SAMPLE), write([...SAMPLE].reverse())];
      const three = write([LODASH, BARE]);
      const digests = await Promise.all([one, two, three].map(async (file) => contentSha256(await read(file))));

      expect(two).toEqual(one);
      expect(three.sha256).not.toBe(one.sha256);
      expect(digests[1]).toBe(digests[0]);
      expect(digests[2]).not.toBe(digests[0]);
    });

    it('leaves nothing of a discarded index, nor of one that was broken off', async () => {
      const kept = write([BARE]);
      const discarded = files.create();
      discarded.put(LODASH);
      discarded.discard();
      files.create(kept).put(LODASH);

      files.sweep([kept]);

      expect([...recordsInOrder(await read(kept))]).toEqual([BARE]);
      expect(files.sweep([kept])).toBe(0);
    });

    it('removes the indexes that are not kept', async () => {
      const [old, current] = [write([BARE]), write(SAMPLE)];

      expect(files.sweep([current])).toBe(1);

      await expect(read(old)).rejects.toThrow(IndexFileError);
      expect((await read(current)).facts.records).toBe(3);
      expect(() => files.create(old)).toThrow(IndexFileError);
    });

    it('does not open what is not the file that was named', async () => {
      const file = write(SAMPLE);

      await expect(read({ ...file, bytes: file.bytes + 1 })).rejects.toThrow(IndexFileError);
      await expect(read({ ...file, sha256: '0'.repeat(64) })).rejects.toThrow(IndexFileError);
    });

    it('serves an index that is removed meanwhile', async () => {
      const reader = await read(write(SAMPLE));

      files.sweep([]);

      expect(reader.hits('npm', 'lodash')).toHaveLength(2);
    });

    it('reads many pages', async () => {
      const many = Array.from({ length: 1_234 }, (_, n) => someAdvisory(`MAL-${String(n).padStart(5, '0')}`));
      const reader = await read(write(many));

      expect([...recordsInOrder(reader)]).toEqual(many);
    });

    describeNaming({ create: () => files.create(), write, read });
    describeOrder({ create: () => files.create(), write, read });
    describePacks(() => files);

    it('can hold nothing at all', async () => {
      const reader = await read(write([]));

      expect(reader.facts).toEqual({ records: 0, ecosystems: {} });
      expect([...recordsInOrder(reader)]).toEqual([]);
    });
  });
}
