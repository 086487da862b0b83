import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { assess, type Assessment } from './assess';
import { newerVersions } from './best-version';
import { prepare, type VersionQuery } from '../evaluate/evaluate';
import { groupByAlias } from '../advisory/groups';
import { orderOf } from '../order/order-of';
import { compareVersions } from '../order/version-order';
import type { PackageAdvisory } from '../evaluate/package-advisory';
import { MANY } from '../package/whole-package';
import { MALWARE_RATING, UNRATED } from '../advisory/rating';
import { bestVersionFault } from '../testing/best-version-fault';
import { SEVERITIES, type AffectedSpec, type EventKind, type Rating, type Severity } from '../advisory/advisory';

function advisory(
  id: string,
  rating: Rating,
  specs: readonly AffectedSpec[],
  parts: Partial<PackageAdvisory['advisory']> = {},
) {
  const kind = id.startsWith('MAL-') ? 'malware' : 'vulnerability';
  return {
    advisory: {
      ...{ id, kind, aliases: [], modified: '2026-01-01T00:00:00Z', published: null, withdrawn: null, rating },
      ...{ summary: null, url: 'https://example.org', source: 'GHSA', ...parts },
    },
    specs: prepare(specs, 'npm'),
  } as PackageAdvisory;
}

const lines = readFileSync(join(__dirname, 'best-version.cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

function readCase(line: string) {
  const [asked = '', rest = ''] = line.split(' | ');
  const [listed = '', expected = ''] = rest.split(' => ');
  const exploited = new Set<string>();
  const advisories = listed.split(' ; ').map((text) => {
    const [name = '', level = '', range = ''] = text.trim().split(' ');
    const id = name.replace('!', '');
    if (name.endsWith('!')) exploited.add(id);
    const [from = '', to = ''] = range.split('..');
    const end: [EventKind, string][] = to === '' ? [] : to.startsWith('=') ? [['l', to.slice(1)]] : [['f', to]];
    const rating = level === 'malware' ? MALWARE_RATING : { ...UNRATED, severity: isSeverity(level) ? level : null };
    const withdrawn = level === 'withdrawn' ? '2026-01-01T00:00:00Z' : null;
    return advisory(id, rating, [{ suffix: null, ranges: [[['i', from], ...end]], versions: [] }], { withdrawn });
  });
  return { query: { ecosystem: 'npm', version: asked, release: null } as const, advisories, exploited, expected };
}

const isSeverity = (text: string): text is Severity => SEVERITIES.includes(text as Severity);

function write({ best }: Assessment): string {
  if (best === null) return 'none';
  const added = best.adds.length === 0 ? '' : ` + ${best.adds.join(' ')}`;
  return `${best.version}: ${best.clears.join(' ')} / ${best.remains.join(' ')}${added}`;
}

describe('where to move to when no version is safe', () => {
  it('is in the table', () => expect(lines.length).toBeGreaterThan(14));

  it.each(lines)('%s', (line) => {
    const { query, advisories, exploited, expected } = readCase(line);
    const isExploited = ({ id }: { readonly id: string }) => exploited.has(id);

    expect(write(assess(query, advisories, { isExploited }))).toBe(expected);
    // The same where they are so many that the package is prepared as a whole.
    const padding = Array.from({ length: MANY }, (_, n) => advisory(`X-${n}`, UNRATED, []));
    expect(write(assess(query, [...advisories, ...padding], { isExploited }))).toBe(expected);
  });
});

const version = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })).map(([major, minor]) => `${major}.${minor}.0`);
const event = fc.tuple(fc.constantFrom<EventKind>('i', 'i', 'f', 'f', 'l'), fc.oneof(version, fc.constant('0')));
const spec: fc.Arbitrary<AffectedSpec> = fc.record({
  suffix: fc.constant(null),
  ranges: fc.array(fc.array(event, { maxLength: 4 }), { minLength: 1, maxLength: 2 }),
  versions: fc.array(version, { maxLength: 2 }),
});
const anyAdvisories = fc
  .array(
    fc.record({
      specs: fc.array(spec, { minLength: 1, maxLength: 2 }),
      endless: fc.nat({ max: 3 }).map((n) => n === 0),
      malware: fc.nat({ max: 19 }).map((n) => n === 0),
      withdrawn: fc.constantFrom(null, null, null, '2026-01-01T00:00:00Z'),
      aliases: fc.subarray(['CVE-1', 'CVE-2', 'CVE-3'], { maxLength: 1 }),
      severity: fc.constantFrom(null, ...SEVERITIES),
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((records) =>
    records.map(({ specs, endless, malware, withdrawn, aliases, severity }, n) => {
      const all = endless ? [...specs, { suffix: null, ranges: [[['i', '0']]], versions: [] } as AffectedSpec] : specs;
      const rating = malware ? MALWARE_RATING : { ...UNRATED, severity };
      return advisory(`${malware ? 'MAL' : 'GHSA'}-${n}`, rating, all, { withdrawn, aliases });
    }),
  );

describe('the best version (property)', () => {
  it('has exactly what is said to remain, and no lower one is as good', () => {
    let found = 0;
    fc.assert(
      fc.property(version, anyAdvisories, fc.subarray(['CVE-1', 'CVE-2', 'GHSA-0']), (text, advisories, exploited) => {
        const query: VersionQuery = { ecosystem: 'npm', version: text, release: null };
        const isExploited = (ids: readonly string[]) => ids.some((id) => exploited.includes(id));
        if (assess(query, advisories).best !== null) found++;

        expect(bestVersionFault(query, advisories, isExploited)).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
    expect(found).toBeGreaterThan(50);
  });

  it('is one of the newer versions that are named', () => {
    fc.assert(
      fc.property(version, anyAdvisories, (text, advisories) => {
        const query: VersionQuery = { ecosystem: 'npm', version: text, release: null };
        const newer = newerVersions(query, advisories);
        const named = advisories
          .flatMap(({ specs }) => specs)
          .flatMap(({ ranges, versions }) => [
            ...versions,
            ...ranges.flatMap(({ events }) => events.map((of) => of.version)),
          ])
          .filter((one) => one !== '0' && compareVersions(orderOf('npm'), one, text) > 0);

        expect([...newer].sort()).toEqual([...new Set(named)].sort());
        expect(newer).toEqual([...newer].sort((a, b) => compareVersions(orderOf('npm'), a, b)));
        const { best } = assess(query, advisories);
        expect(best === null || newer.includes(best.version)).toBe(true);
      }),
    );
  });
});

it('counts a vulnerability once, however many records it has', () => {
  const records = ['GHSA-a', 'GO-a', 'PYSEC-a'].map((id) =>
    advisory(
      id,
      UNRATED,
      [
        {
          suffix: null,
          ranges: [
            [
              ['i', '0'],
              ['f', '1.2.0'],
            ],
          ],
          versions: [],
        },
      ],
      { aliases: ['CVE-1'] },
    ),
  );
  expect(groupByAlias(records.map(({ advisory: { id, aliases } }) => ({ id, aliases })))).toHaveLength(1);
  const endless = advisory('GHSA-z', UNRATED, [{ suffix: null, ranges: [[['i', '0']]], versions: [] }]);
  const query = { ecosystem: 'npm', version: '1.0.0', release: null } as const;

  expect(assess(query, [...records, endless]).best).toEqual({
    version: '1.2.0',
    clears: ['GHSA-a'],
    remains: ['GHSA-z'],
    adds: [],
  });
});
