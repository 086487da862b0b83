import { toCalendarDate, type Cycle } from '@stackcheck/eol-core';
import { checkStack } from '../check/check-stack';
import type { Policy } from '../policy';
import type { StackLists } from '../stack';
import {
  makeCycle,
  makeFlaw,
  makeKev,
  makeProduct,
  makeSources,
  makeStack,
  type Flaw,
  type World,
} from '../testing/make-stack';
import { toBaseline } from './baseline';
import type { Change } from './change';
import { changesBetween } from './changes-between';
import { fingerprint } from './fingerprint';
import { toHeavy } from './heavy-package';
import type { KnownId } from './package-changes';
import { stateOf } from './state-of';
import type { WatchState } from './watch-state';

const BEFORE = Date.parse('2026-11-01T08:00:00Z');
const NOW = Date.parse('2026-11-20T08:00:00Z');

interface Moment {
  readonly world: World;
  readonly atMs?: number;
  /** False: the catalogue of exploited vulnerabilities is not at hand. */
  readonly kev?: boolean;
}

interface Asked {
  readonly lists: Partial<StackLists>;
  readonly policy?: Partial<Policy>;
  readonly knownIds?: readonly KnownId[];
  readonly reduce?: boolean;
}

function look({ lists, policy }: Asked, { world, atMs = NOW, kev = true }: Moment) {
  const stack = makeStack(lists, policy);
  const today = toCalendarDate(atMs);
  const { kev: catalogue, ...others } = makeSources(world);
  return { stack, check: checkStack(stack, kev ? { ...others, kev: catalogue } : others, today) };
}

function remember(asked: Asked, moment: Moment, before?: WatchState): WatchState {
  const { stack, check } = look(asked, moment);
  const facts = { nowMs: moment.atMs ?? NOW, lifetimeDays: 180, snapshotIds: [] };
  return stateOf(stack, check, before === undefined ? facts : { ...facts, baseline: toBaseline(before) });
}

function changes(asked: Asked, before: Moment, now: Moment): readonly Change[] {
  const first = remember(asked, { atMs: BEFORE, ...before });
  const packages = first.packages.map((entry) => (asked.reduce && entry.kind === 'full' ? toHeavy(entry) : entry));
  const { stack, check } = look(asked, now);
  const baseline = { ...first, packages };
  return changesBetween({
    baseline: toBaseline(baseline),
    stack,
    check,
    state: remember(asked, now, baseline),
    knownIds: () => asked.knownIds ?? [],
  });
}

const python = (parts: Partial<Cycle>): Moment => ({
  world: {
    products: [
      makeProduct('python', [makeCycle('3.12', parts)]),
      makeProduct('debian', [makeCycle('12', { codename: 'Bookworm' })]),
    ],
  },
});
const items: Asked = { lists: { items: [{ product: 'python', version: '3.12.4' }] } };
const cves: Asked = { lists: { cves: ['cve-2026-0001'] } };
const kevOf = (due: string, ransomware = false): Moment => ({
  world: { kev: [makeKev('CVE-2026-0001', due, ransomware)] },
});
const nothing: Moment = { world: {} };
const packages: Asked = { lists: { packages: ['pkg:npm/x@1'] } };
const having = (...flaws: readonly Flaw[]): Moment => ({
  world: { packages: { 'pkg:npm/x@1': flaws } },
});
const listing = (moment: Moment): Moment => ({
  world: { ...moment.world, kev: [makeKev('CVE-2026-0001', '2026-12-24')] },
});
const exploited = (parts: Partial<Flaw> = {}) => makeFlaw('GHSA-a', { ids: ['CVE-2026-0001', 'GHSA-a'], ...parts });
const kevView = {
  cve: 'CVE-2026-0001',
  date_added: '2026-01-01',
  due_date: '2026-12-24',
  days_until_due: 34,
  overdue: false,
  ransomware: false,
};
const newest = (name: string) => ({ latest: { name, date: null, link: null } });

describe('what is told of a change', () => {
  it.each<[string, Asked, Moment, Moment, readonly object[]]>([
    ['nothing, where nothing changed', items, python({ eolFrom: '2028-01-01' }), python({ eolFrom: '2028-01-01' }), []],
    [
      'a status, by time alone',
      items,
      python({ eolFrom: '2026-11-10' }),
      python({ eolFrom: '2026-11-10' }),
      [
        {
          type: 'eol_status_changed',
          ref: 'items/0',
          subject: 'python 3.12.4',
          id: null,
          from: 'supported',
          to: 'eol',
          eol: '2026-11-10',
        },
      ],
    ],
    [
      'a cycle that ends soon, by time alone',
      items,
      python({ eolFrom: '2027-02-10' }),
      python({ eolFrom: '2027-02-10' }),
      [{ type: 'eol_soon', eol: '2027-02-10', days_until_eol: 82 }],
    ],
    [
      'a cycle that ends soon only once',
      items,
      python({ eolFrom: '2027-01-10' }),
      python({ eolFrom: '2027-01-10' }),
      [],
    ],
    [
      'a date, and that it is near',
      items,
      python({ eolFrom: '2028-01-01' }),
      python({ eolFrom: '2026-12-01' }),
      [
        { type: 'eol_soon', eol: '2026-12-01', days_until_eol: 11 },
        { type: 'eol_date_changed', from: '2028-01-01', to: '2026-12-01' },
      ],
    ],
    [
      'a date that is known now',
      items,
      python({}),
      python({ eolFrom: '2028-01-01' }),
      [{ type: 'eol_date_changed', from: null, to: '2028-01-01' }],
    ],
    [
      'a product that is not known any more',
      items,
      python({ eolFrom: '2028-01-01' }),
      nothing,
      [{ type: 'eol_status_changed', from: 'supported', to: 'unknown', eol: null }],
    ],
    [
      'a product that is known at last',
      items,
      nothing,
      python({ eolFrom: '2028-01-01' }),
      [{ type: 'eol_status_changed', from: 'unknown', to: 'supported', eol: '2028-01-01' }],
    ],
    ['no version of a cycle, unless asked for', items, python(newest('3.12.1')), python(newest('3.12.2')), []],
    [
      'a version of a cycle, if asked for',
      { ...items, policy: { report_latest: true } },
      python(newest('3.12.1')),
      python(newest('3.12.2')),
      [{ type: 'latest_changed', latest: '3.12.2' }],
    ],
    [
      'the part of an image',
      { lists: { images: ['python:3.12-bookworm'] } },
      python({}),
      python({ isEol: true }),
      [
        {
          type: 'eol_status_changed',
          ref: 'images/0',
          subject: 'python:3.12-bookworm',
          id: 'image python',
          from: 'supported',
          to: 'eol',
          eol: null,
        },
      ],
    ],
    [
      'an image of which nothing is known any more, part by part',
      { lists: { images: ['python:3.12-bookworm'] } },
      python({}),
      nothing,
      [
        { type: 'eol_status_changed', id: 'base_os debian', from: 'supported', to: 'unknown' },
        { type: 'eol_status_changed', id: 'image python', from: 'supported', to: 'unknown' },
      ],
    ],
    [
      'a CVE that is exploited',
      cves,
      nothing,
      kevOf('2026-12-24'),
      [{ type: 'kev_added', ref: 'cves/0', subject: 'CVE-2026-0001', id: null, kev: kevView }],
    ],
    ['a CVE that was taken out', cves, kevOf('2026-12-24'), nothing, [{ type: 'kev_removed', ref: 'cves/0' }]],
    [
      'a due date',
      cves,
      kevOf('2026-12-24'),
      kevOf('2026-12-25'),
      [{ type: 'kev_due_changed', from: '2026-12-24', to: '2026-12-25' }],
    ],
    [
      'ransomware',
      cves,
      kevOf('2026-12-24'),
      kevOf('2026-12-24', true),
      [{ type: 'kev_ransomware_changed', from: false, to: true }],
    ],
    [
      'what fell due, by time alone',
      cves,
      kevOf('2026-11-19'),
      kevOf('2026-11-19'),
      [{ type: 'kev_overdue', due_date: '2026-11-19' }],
    ],
    ['nothing on the last day', cves, kevOf('2026-11-20'), kevOf('2026-11-20'), []],
    [
      'what was due on the baseline day itself',
      cves,
      kevOf('2026-11-01'),
      kevOf('2026-11-01'),
      [{ type: 'kev_overdue', due_date: '2026-11-01' }],
    ],
    ['nothing of what was overdue before', cves, kevOf('2026-10-31'), kevOf('2026-10-31'), []],
    [
      'a vulnerability',
      packages,
      having(),
      having(makeFlaw('GHSA-a', { fixed: '1.2' })),
      [
        {
          type: 'vulnerability_added',
          ref: 'packages/0',
          subject: 'pkg:npm/x@1',
          id: 'GHSA-a',
          severity: 'high',
          fixed: '1.2',
          kev: null,
        },
      ],
    ],
    [
      'a vulnerability that is exploited, once',
      packages,
      having(),
      listing(having(exploited())),
      [{ type: 'vulnerability_added', id: 'GHSA-a', kev: kevView }],
    ],
    [
      'that a known one is exploited',
      packages,
      having(exploited()),
      listing(having(exploited())),
      [{ type: 'kev_added', ref: 'packages/0', id: 'GHSA-a', kev: kevView }],
    ],
    [
      'that it is not, after all',
      packages,
      listing(having(exploited())),
      having(exploited()),
      [{ type: 'kev_removed', id: 'GHSA-a' }],
    ],
    [
      'a severity',
      packages,
      having(makeFlaw('GHSA-a')),
      having(makeFlaw('GHSA-a', { severity: null })),
      [{ type: 'vulnerability_severity_changed', id: 'GHSA-a', from: 'high', to: null }],
    ],
    [
      'a fix',
      packages,
      having(makeFlaw('GHSA-a', { fixed: null })),
      having(makeFlaw('GHSA-a', { fixed: '2' })),
      [{ type: 'fix_available', id: 'GHSA-a', fixed: '2', minimum_safe: '2' }],
    ],
    [
      'no fix any more',
      packages,
      having(makeFlaw('GHSA-a')),
      having(makeFlaw('GHSA-a', { fixed: null })),
      [{ type: 'fix_removed', id: 'GHSA-a' }],
    ],
    [
      'malware',
      packages,
      having(),
      having(makeFlaw('MAL-1', { kind: 'malware' })),
      [{ type: 'malware_added', id: 'MAL-1' }],
    ],
    [
      'malware that was a mistake',
      { ...packages, knownIds: [{ id: 'MAL-1', withdrawn: true }] },
      having(makeFlaw('MAL-1', { kind: 'malware' })),
      having(),
      [{ type: 'malware_removed', id: 'MAL-1', why: 'withdrawn' }],
    ],
    [
      'a vulnerability whose record is still there',
      {
        ...packages,
        knownIds: [
          { id: 'GHSA-b', withdrawn: true },
          { id: 'GHSA-a', withdrawn: false },
        ],
      },
      having(makeFlaw('GHSA-a')),
      having(),
      [{ type: 'vulnerability_removed', id: 'GHSA-a', why: 'range_changed', severity: 'high' }],
    ],
    [
      'a vulnerability whose id nobody remembers',
      packages,
      having(makeFlaw('GHSA-a')),
      having(),
      [{ type: 'vulnerability_removed', id: `sha256:${fingerprint('GHSA-a')}`, why: 'record_removed' }],
    ],
    [
      'nothing, where another database took it up',
      packages,
      having(makeFlaw('PYSEC-1')),
      having(makeFlaw('GHSA-a', { ids: ['GHSA-a', 'PYSEC-1'] })),
      [],
    ],
    [
      'two that are one now',
      packages,
      having(makeFlaw('GHSA-a'), makeFlaw('PYSEC-1', { severity: 'low' })),
      having(makeFlaw('GHSA-a', { ids: ['GHSA-a', 'PYSEC-1'] })),
      [{ type: 'vulnerability_removed', id: 'PYSEC-1', why: 'merged', severity: 'low' }],
    ],
    [
      'a package that cannot be checked any more, and not that it is clean',
      packages,
      having(makeFlaw('GHSA-a')),
      { world: { packages: { 'pkg:npm/x@1': 'no_data' } } },
      [{ type: 'package_unresolved', ref: 'packages/0', id: null, reason: 'no_data' }],
    ],
    [
      'a package that can be checked again, with all it has',
      packages,
      { world: { packages: { 'pkg:npm/x@1': 'no_data' } } },
      having(makeFlaw('GHSA-a')),
      [
        { type: 'vulnerability_added', id: 'GHSA-a' },
        { type: 'package_resolved', id: null },
      ],
    ],
    [
      'nothing, while the catalogue is missing',
      packages,
      listing(having(exploited())),
      { ...having(exploited()), kev: false },
      [],
    ],
  ])('%s', (_what, asked, before, now, expected) => {
    expect(changes(asked, before, now)).toEqual(expected.map((change) => expect.objectContaining(change) as object));
  });

  it('keeps what was known of exploits through a check without the catalogue', () => {
    const before = remember(packages, { ...listing(having(exploited())), atMs: BEFORE });
    const blind = remember(packages, { ...having(exploited()), kev: false }, before);
    const never = remember(packages, { ...having(exploited()), kev: false });

    const after = (state: WatchState, moment: Moment) => {
      const { stack, check } = look(packages, moment);
      const next = remember(packages, moment, state);
      return changesBetween({ baseline: toBaseline(state), stack, check, state: next, knownIds: () => [] });
    };

    expect(after(blind, listing(having(exploited())))).toEqual([]);
    expect(after(blind, having(exploited())).map(({ type }) => type)).toEqual(['kev_removed']);
    expect(after(never, listing(having(exploited()))).map(({ type }) => type)).toEqual(['kev_added']);
    expect(after(never, having(exploited()))).toEqual([]);
  });

  it('says nothing of an entry that was just added', () => {
    const state = remember(packages, { ...having(), atMs: BEFORE });
    const asked: Asked = { lists: { packages: ['pkg:npm/new@1', 'pkg:npm/x@1'] } };
    const moment: Moment = {
      world: { packages: { 'pkg:npm/new@1': [makeFlaw('GHSA-n')], 'pkg:npm/x@1': [makeFlaw('GHSA-a')] } },
    };
    const baseline = toBaseline(state, { items: [], images: [], cves: [], packages: [undefined, 0] });

    const { stack, check } = look(asked, moment);
    const told = changesBetween({ baseline, stack, check, state: remember(asked, moment), knownIds: () => [] });

    expect(told).toEqual([expect.objectContaining({ type: 'vulnerability_added', ref: 'packages/1', id: 'GHSA-a' })]);
  });
});

describe('what is told of a package that was too heavy to remember whole', () => {
  const heavy: Asked = { ...packages, reduce: true };
  const many = (...more: readonly Flaw[]) => having(makeFlaw('GHSA-1'), makeFlaw('GHSA-2'), ...more);
  const malware = makeFlaw('MAL-1', { kind: 'malware', severity: 'critical', fixed: null });

  it.each<[string, Moment, Moment, readonly object[]]>([
    ['nothing, where nothing changed', many(), many(), []],
    [
      'that there are more',
      many(),
      many(makeFlaw('GHSA-3')),
      [{ type: 'vulnerabilities_changed', from: 2, to: 3, id: null }],
    ],
    [
      'that they are others',
      many(),
      having(makeFlaw('GHSA-1'), makeFlaw('GHSA-3')),
      [{ type: 'vulnerabilities_changed', from: 2, to: 2 }],
    ],
    ['malware', many(), many(malware), [{ type: 'malware_added', id: 'MAL-1' }]],
    ['that it is gone', many(malware), many(), [{ type: 'malware_removed' }]],
    ['an exploit, new or not', many(), listing(many(exploited())), [{ type: 'kev_added', id: 'GHSA-a' }]],
    ['nothing of a known exploit', listing(many(exploited())), listing(many(exploited())), []],
    [
      'nothing of a known exploit without the catalogue',
      listing(many(exploited())),
      { ...many(exploited()), kev: false },
      [],
    ],
  ])('%s', (_what, before, now, expected) => {
    expect(changes(heavy, before, now)).toEqual(expected.map((change) => expect.objectContaining(change) as object));
  });
});

describe('the key of a change', () => {
  const keys = (told: readonly Change[]) => told.map(({ key }) => key);

  it('is the same for the same change, on whatever day and wherever the entry stands', () => {
    const [before, now] = [python({ eolFrom: '2028-01-01' }), python({ eolFrom: '2026-12-01' })];
    const moved: Asked = { lists: { items: [{ product: 'other', version: '1' }, ...items.lists.items!] } };
    const later = changes(items, before, { ...now, atMs: NOW + 86_400_000 });

    expect(keys(later)).toEqual(keys(changes(items, before, now)));
    expect(keys(changes(moved, before, now))).toEqual(keys(later));
  });

  it('is another for another subject, another id, another type, and what it changes to again', () => {
    const told = [
      changes(items, python({ eolFrom: '2028-01-01' }), python({ eolFrom: '2029-01-01' })),
      changes(items, python({ eolFrom: '2028-01-01' }), python({ eolFrom: '2030-01-01' })),
      changes(items, python({ eolFrom: '2029-01-01' }), python({ eolFrom: '2030-01-01' })),
      changes(
        { lists: { items: [{ product: 'python', version: '3.12' }] } },
        python({ eolFrom: '2028-01-01' }),
        python({ eolFrom: '2029-01-01' }),
      ),
      changes(packages, having(), having(makeFlaw('GHSA-a'), makeFlaw('GHSA-b'))),
      changes(packages, having(makeFlaw('GHSA-a')), having()),
      changes(cves, kevOf('2026-12-24'), kevOf('2026-12-25')),
      changes(cves, kevOf('2026-12-25'), kevOf('2026-12-24')),
    ].flatMap(keys);

    expect(new Set(told).size).toBe(9);
    expect(told.every((key) => /^[0-9a-f]{16}$/.test(key))).toBe(true);
  });
});
