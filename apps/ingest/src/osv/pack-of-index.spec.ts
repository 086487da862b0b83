import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { openPack } from '@stackcheck/advisory-pack';
import { differencesOf, packOf } from '@stackcheck/advisory-pack/testing';
import { MemoryAdvisoryFiles, place, someAdvisory } from '@stackcheck/datasets/testing';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';

const made = fc.record({
  id: fc.tuple(fc.constantFrom('MAL-', 'GHSA-', 'CVE-2024-'), fc.nat(60)).map(([prefix, n]) => `${prefix}${n + 1_000}`),
  aliases: fc.subarray(['CVE-2024-1001', 'CVE-2024-1002', 'GHSA-1001']),
  withdrawn: fc.option(fc.constant('2026-01-03T00:00:00Z'), { nil: null, freq: 5 }),
  severity: fc.constantFrom(null, 'low', 'critical'),
  score: fc.constantFrom(null, 0, 9.8),
  vector: fc.constantFrom(null, 'v', '\u{1f600}'),
  packages: fc
    .subarray(['a', 'ab', 'a-b', 'é', '\uff5e', '\u{1f600}', '\u0000"\n'], { minLength: 1 })
    .map((names) => names.flatMap((name) => [place('Go', name, '[["1",[],["1.0"]]]'), place('npm', name)])),
});

describe('the pack of an index file', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'stackcheck-pack-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('answers as the file, and is the pack of the same advisories in memory (property)', async () => {
    const [files, memory] = [openAdvisoryFiles(folder), new MemoryAdvisoryFiles()];
    await fc.assert(
      fc.asyncProperty(fc.array(made, { maxLength: 30 }), async (parts) => {
        const builders = [files.create(), memory.create()];
        for (const builder of builders) {
          for (const { id, ...rest } of parts) builder.put(someAdvisory(id, rest));
          for (const { id, severity, vector } of parts) {
            if (severity === null && vector === null)
              builder.inherit(id, { severity: 'high', score: 7.5, vector: 'w' });
          }
        }
        const [filed, held] = builders.map((builder) => builder.finish());
        const [file, inMemory] = [await files.open(filed!), await memory.open(held!)];
        try {
          const bytes = packOf(file);

          expect(differencesOf(file, openPack(bytes), { cves: ['CVE-2024-1003', ''] })).toEqual([]);
          expect(packOf(inMemory).equals(bytes)).toBe(true);
        } finally {
          file.close();
        }
      }),
      { numRuns: 40 },
    );
  });
});
