import { makeFlaw, type Flaw } from '../testing/make-stack';
import {
  BEFORE,
  changes,
  exploited,
  having,
  kevView,
  listing,
  look,
  packages,
  remember,
  type Asked,
  type Moment,
} from '../testing/moments';
import { toBaseline } from './baseline';
import { changesBetween } from './changes-between';
import { fingerprint } from './fingerprint';
import type { WatchState } from './watch-state';

describe('what is reported of a package', () => {
  it.each<[string, Asked, Moment, Moment, readonly object[]]>([
    [
      'a vulnerability',
      packages,
      having(),
      having(makeFlaw('GHSA-a', { fixed: '1.2' })),
      [
        {
          type: 'vulnerability_added',
          ref: 'packages/0',
          subject: 'pkg:npm/x@1.0.0',
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
      { harness: { packages: { 'pkg:npm/x@1.0.0': 'no_data' } } },
      [{ type: 'package_unresolved', ref: 'packages/0', id: null, reason: 'no_data' }],
    ],
    [
      'a package that can be checked again, with all it has',
      packages,
      { harness: { packages: { 'pkg:npm/x@1.0.0': 'no_data' } } },
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
    const asked: Asked = { lists: { packages: ['pkg:npm/new@1.0.0', 'pkg:npm/x@1.0.0'] } };
    const moment: Moment = {
      harness: { packages: { 'pkg:npm/new@1.0.0': [makeFlaw('GHSA-n')], 'pkg:npm/x@1.0.0': [makeFlaw('GHSA-a')] } },
    };
    const baseline = toBaseline(state, { items: [], images: [], cves: [], packages: [undefined, 0] });

    const { stack, check } = look(asked, moment);
    const reported = changesBetween({ baseline, stack, check, state: remember(asked, moment), knownIds: () => [] });

    expect(reported).toEqual([
      expect.objectContaining({ type: 'vulnerability_added', ref: 'packages/1', id: 'GHSA-a' }),
    ]);
  });
});

describe('what is reported of a package that was too heavy to remember whole', () => {
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
