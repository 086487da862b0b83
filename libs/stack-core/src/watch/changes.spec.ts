import {
  changes,
  cves,
  items,
  kevOf,
  kevView,
  NOW,
  newest,
  nothing,
  packages,
  python,
  having,
  type Asked,
  type Moment,
} from '../testing/moments';
import { makeFlaw } from '../testing/make-stack';
import type { Change } from './change';

describe('what is reported of a change', () => {
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
  ])('%s', (_what, asked, before, now, expected) => {
    expect(changes(asked, before, now)).toEqual(expected.map((change) => expect.objectContaining(change) as object));
  });
});

describe('the key of a change', () => {
  const keys = (reported: readonly Change[]) => reported.map(({ key }) => key);

  it('is the same for the same change, on whatever day and wherever the entry stands', () => {
    const [before, now] = [python({ eolFrom: '2028-01-01' }), python({ eolFrom: '2026-12-01' })];
    const moved: Asked = { lists: { items: [{ product: 'other', version: '1' }, ...items.lists.items!] } };
    const later = changes(items, before, { ...now, atMs: NOW + 86_400_000 });

    expect(keys(later)).toEqual(keys(changes(items, before, now)));
    expect(keys(changes(moved, before, now))).toEqual(keys(later));
  });

  it('is another for another subject, another id, another type, and what it changes to again', () => {
    const reported = [
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

    expect(new Set(reported).size).toBe(9);
    expect(reported.every((key) => /^[0-9a-f]{16}$/.test(key))).toBe(true);
  });
});
