import fc from 'fast-check';
import type { StoredAdvisory } from '@stackcheck/datasets/snapshot';
import { MemoryAdvisoryFiles, place, someAdvisory } from '@stackcheck/datasets/testing';
import { checkPurls } from '@stackcheck/osv-core';
import { indexOsv } from '@stackcheck/datasets/osv';
import { indexPack, openPack } from './index';
import { differencesOf, packOf } from './testing';

async function indexOf(advisories: readonly StoredAdvisory[], inherit = false) {
  const files = new MemoryAdvisoryFiles();
  const builder = files.create();
  for (const advisory of advisories) builder.put(advisory);
  if (inherit) {
    for (const { id, severity, vector } of advisories) {
      if (severity === null && vector === null) builder.inherit(id, { severity: 'low', score: 3.1, vector: 'v' });
    }
  }
  return files.open(builder.finish());
}

const ECOSYSTEMS = ['npm', 'PyPI', 'Go', 'Debian'] as const;
const SPECS = ['*', '[[null,[["i","0","f","1.2.3"]]]]', '[["12",[],["1.0","1.1"]]]', '[[null,[],[],["x/y"]]]', '[]'];

const text = fc.oneof(
  fc.constantFrom('a', 'ab', 'abc', 'b', '"', '\\', '\n', '\u0000', '\t["npm","a",', '\uff5e', '\u{1f600}', 'é'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
);
const maybe = (value: fc.Arbitrary<string>) => fc.option(value, { nil: null });
const advisory = fc.record({
  id: fc
    .tuple(fc.constantFrom('MAL-', 'GHSA-', 'CVE-2024-', 'DEBIAN-CVE-2024-'), fc.integer({ min: 1000, max: 1040 }))
    .map(([prefix, number]) => `${prefix}${number}`),
  aliases: fc.array(fc.constantFrom('CVE-2024-1000', 'CVE-2024-1001', 'GHSA-1000', 'x'), { maxLength: 3 }),
  published: maybe(fc.constantFrom('2026-01-01T00:00:00Z')),
  withdrawn: maybe(fc.constantFrom('2026-01-03T00:00:00Z')),
  severity: fc.constantFrom(null, 'low', 'critical'),
  score: fc.constantFrom(null, 0, 9.8, 1 / 3),
  vector: maybe(text),
  summary: maybe(text),
  packages: fc.uniqueArray(
    fc.record({
      ecosystem: fc.constantFrom(...ECOSYSTEMS),
      name: text,
      spec: fc.constantFrom(...SPECS),
    }),
    { maxLength: 4, selector: ({ ecosystem, name }) => `${ecosystem} ${name}` },
  ),
});

describe('a pack', () => {
  it('answers every question as the index that it was made of (property)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(advisory, { maxLength: 40 }),
        fc.boolean(),
        fc.array(fc.record({ ecosystem: fc.constantFrom(...ECOSYSTEMS), name: text })),
        async (made, inherit, places) => {
          const index = await indexOf(
            made.map(({ id, ...parts }) => someAdvisory(id, parts)),
            inherit,
          );

          const pack = openPack(packOf(index));

          expect(differencesOf(index, pack, { places, cves: ['CVE-2024-1', 'CVE-2024-1000', ''] })).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of thousands of packages, over many blocks, is the same', async () => {
    const many = Array.from({ length: 3_000 }, (_, n) => {
      const spec = `[[null,[["i","0","f","${n}.0"]]]]`;
      const packages = [place('npm', `package-${(n * 7919) % 1_000}`, spec), place('Go', `example.com/${n}`, spec)];
      const summary = String(Math.sin(n)).repeat(8);
      return someAdvisory(n % 3 === 0 ? `MAL-${n}` : `GHSA-${n}`, { packages, summary, aliases: [`CVE-2024-${n}0`] });
    });
    const heavy = Array.from({ length: 400 }, (_, n) =>
      someAdvisory(`CVE-2023-1${n}`, { packages: [place('Debian', 'linux')], summary: String(Math.cos(n)).repeat(12) }),
    );
    const index = await indexOf([...many, ...heavy]);

    const bytes = packOf(index);
    const pack = openPack(bytes);

    expect(differencesOf(index, pack, {}, 50)).toEqual([]);
    expect(pack.hits('Debian', 'linux')).toHaveLength(400);
    const asked = many.flatMap((_, n) => [`pkg:npm/package-${n}@${n}.5`, `pkg:npm/pakcage-${n}@1.0.0`]).slice(0, 300);
    const expected = checkPurls(indexOsv(index, true), asked);
    expect(expected.vulnerable).toBeGreaterThan(20);
    expect(checkPurls(indexPack(pack, true), asked)).toEqual(expected);
    expect(packOf(await indexOf([...heavy, ...many.reverse()]))).toEqual(bytes);
  });

  it('of nothing is a pack', async () => {
    const pack = openPack(packOf(await indexOf([])));

    expect(pack.facts).toEqual({ records: 0, ecosystems: {} });
    expect([pack.hits('npm', 'lodash'), pack.naming('CVE-2024-1000', 9), pack.isWithdrawn('x')]).toEqual([
      [],
      [],
      false,
    ]);
  });

  it('says nothing of any CVE where the index cannot', async () => {
    const index = await indexOf([someAdvisory('GHSA-1', { aliases: ['CVE-2024-1000'] })]);

    const pack = openPack(packOf({ ...index, named: () => undefined }));

    expect(pack.naming('CVE-2024-1000', 9)).toBeUndefined();
    expect(pack.hits('npm', 'ghsa-1')).toHaveLength(1);
  });

  it('of a selection calls nothing clean', async () => {
    const index = indexPack(openPack(packOf(await indexOf([someAdvisory('GHSA-1')]))), false);

    expect([index.complete, index.covers('npm')]).toEqual([false, false]);
  });
});
