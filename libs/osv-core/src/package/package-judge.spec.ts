import fc from 'fast-check';
import { assess } from '../assess/assess';
import type { PackageAdvisory } from '../evaluate/package-advisory';
import type { Ecosystem } from '../ecosystem/ecosystem-name';
import { evaluate, prepare, type VersionQuery } from '../evaluate/evaluate';
import { worstFirst } from '../evaluate/finding';
import { groupByAlias } from '../advisory/groups';
import { minimumSafe } from '../assess/minimum-safe';
import { misfit } from '../order/advisable';
import { orderOf } from '../order/order-of';
import { compareVersions } from '../order/version-order';
import { UNRATED } from '../advisory/rating';
import { SEVERITIES, type AffectedSpec, type EventKind } from '../advisory/advisory';
import { ManyAdvisories } from './many-advisories';
import { PackageJudge } from './package-judge';
import { MANY } from './whole-package';

const numbers = fc.nat({ max: 3 });
const version = fc
  .tuple(numbers, numbers, fc.constantFrom('', '', '', '-rc1'))
  .map(([major, minor, end]) => `${major}.${minor}.0${end}`);
const event = fc.tuple(fc.constantFrom<EventKind>('i', 'i', 'f', 'f', 'l', 'u'), fc.oneof(version, fc.constant('0')));
const spec: fc.Arbitrary<AffectedSpec> = fc.record({
  suffix: fc.constantFrom(null, '11', '12'),
  ranges: fc.array(fc.array(event, { maxLength: 5 }), { maxLength: 3 }),
  versions: fc.array(version, { maxLength: 3 }),
});
const record = fc.record({
  specs: fc.array(spec, { maxLength: 3 }),
  withdrawn: fc.constantFrom(null, null, null, '2026-01-01T00:00:00Z'),
  aliases: fc.subarray(['CVE-1', 'CVE-2', 'CVE-3', 'GHSA-9']),
  severity: fc.constantFrom(null, ...SEVERITIES),
});
const ecosystem = fc.constantFrom<Ecosystem>('npm', 'Debian', 'Maven', 'PyPI');
const release = fc.constantFrom(null, ['11'], ['12'], ['13']);

const harness = fc
  .record({ ecosystem, release, version, records: fc.array(record, { maxLength: 12 }) })
  .map(({ records, ...query }) => ({
    query: query as VersionQuery,
    advisories: toAdvisories(records, query.ecosystem),
  }));

type Records = readonly (typeof record extends fc.Arbitrary<infer Value> ? Value : never)[];

function toAdvisories(records: Records, at: Ecosystem): readonly PackageAdvisory[] {
  return records.map(({ specs, withdrawn, aliases, severity }, n) => ({
    advisory: {
      id: `${n % 3 === 0 ? 'GHSA' : 'GO'}-${n}`,
      kind: 'vulnerability',
      aliases,
      modified: '2026-01-01T00:00:00Z',
      published: null,
      withdrawn,
      rating: { ...UNRATED, severity },
      summary: null,
      url: 'https://example.org',
      source: 'GHSA',
    },
    specs: prepare(specs, at),
  }));
}

const keyOf = ({ ecosystem: at, version: text }: VersionQuery): unknown => orderOf(at).parse(text);

describe('a package with all its advisories', () => {
  it('is judged at once as by each of them (property)', () => {
    fc.assert(
      fc.property(harness, fc.boolean(), ({ query, advisories }, withWithdrawn) => {
        const matches = new PackageJudge(advisories, query.ecosystem).matches(query, keyOf(query), withWithdrawn);

        const expected = advisories.flatMap(({ advisory, specs }, at) => {
          if (advisory.withdrawn !== null && !withWithdrawn) return [];
          const verdict = evaluate(specs, query);
          return verdict === null ? [] : [{ at, verdict }];
        });
        expect(matches).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('has the groups that its matching records make (property)', () => {
    fc.assert(
      fc.property(harness, fc.boolean(), ({ query, advisories }, withWithdrawn) => {
        const many = new ManyAdvisories(advisories, query.ecosystem);
        const first = many.findings(query, keyOf(query), withWithdrawn, () => false);
        const again = many.findings(query, keyOf(query), withWithdrawn, () => false);
        expect(again).toEqual(first);

        const expected = groupByAlias(
          advisories
            .filter(({ advisory }) => withWithdrawn || advisory.withdrawn === null)
            .filter(({ specs }) => evaluate(specs, query) !== null)
            .map(({ advisory }) => advisory),
        );
        expect(first.map(({ ids }) => ids.join()).sort()).toEqual(expected.map(({ ids }) => ids.join()).sort());
      }),
      { numRuns: 200 },
    );
  });

  it('has one answer, whether its advisories are few or many (property)', () => {
    const padding = toAdvisories(
      Array.from({ length: MANY }, () => ({ specs: [], withdrawn: null, aliases: [], severity: null })),
      'npm',
    ).map(({ advisory, specs }) => ({ advisory: { ...advisory, id: `X-${advisory.id}` }, specs }));
    fc.assert(
      fc.property(harness, fc.boolean(), ({ query, advisories }, includeWithdrawn) => {
        const few = assess(query, advisories, { includeWithdrawn });
        const many = assess(query, [...advisories, ...padding], { includeWithdrawn });

        expect(many).toEqual(few);
        expect([...few.findings].sort(worstFirst)).toEqual(few.findings);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the minimum safe version', () => {
  it('is the lowest version named from the one asked about on that nothing affects, and null only without any (property)', () => {
    fc.assert(
      fc.property(harness, ({ query, advisories }) => {
        const order = orderOf(query.ecosystem);
        const standing = advisories.filter(({ advisory }) => advisory.withdrawn === null);
        const isSafe = (text: string) =>
          standing.every(({ specs }) => evaluate(specs, { ...query, version: text }) === null);
        const candidates = [query.version, ...namedIn(advisories, query)].filter(
          (text) => compareVersions(order, text, query.version) >= 0 && isSafe(text),
        );

        const found = minimumSafe(advisories, query);
        const searched = new PackageJudge(advisories, query.ecosystem).minimumSafe(query, keyOf(query));

        for (const safe of [found, searched]) {
          expect(safe === null).toBe(candidates.length === 0);
          if (safe === null) continue;
          expect(isSafe(safe)).toBe(true);
          const misfitOf = misfit(query.ecosystem, query.version);
          const lower = candidates.filter((text) => compareVersions(order, text, safe) < 0);
          expect(lower.filter((text) => misfitOf(safe) > 0 || misfitOf(text) === 0)).toEqual([]);
          expect(compareVersions(order, safe, query.version)).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

/** What the records name that hold for the release asked about, from their own ranges and lists. */
function namedIn(advisories: readonly PackageAdvisory[], { ecosystem: at, release: asked }: VersionQuery): string[] {
  return advisories
    .flatMap(({ specs }) => specs)
    .filter(({ suffix }) => at !== 'Debian' || suffix === null || asked === null || suffix === asked[0])
    .flatMap(({ ranges, versions }) => [
      ...versions,
      ...ranges.flatMap(({ events }) => events.map((known) => known.version)),
    ])
    .filter((text) => text !== '0');
}
