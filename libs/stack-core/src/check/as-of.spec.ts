import { toCalendarDate } from '@stackcheck/contract/calendar-date';
import * as fc from 'fast-check';
import { checkAndPlan } from '../plan/check-and-plan';
import { asOfProperty } from '../testing/as-of-property';
import { makeStack } from '../testing/make-stack';
import { check, harness, item, sources, TODAY } from '../testing/sample-harness';

const DAY_MS = 86_400_000;
const anyLists = fc.record({
  items: fc.subarray([
    ...['3.14', '3.13', '3.12', '3.11', '3.8', '2.7', '99'].map((version) => ({ product: 'python', version })),
    { product: 'limited', version: '2' },
    { product: 'limited', version: '1' },
  ]),
  images: fc.subarray(['python:3.12-bookworm', 'python:3', 'python:3.8-alpine', 'acme/anvil:1']),
  cves: fc.subarray(['CVE-2021-44228', 'CVE-2026-0001', 'CVE-2023-45857']),
  packages: fc.subarray([...Object.keys(harness.packages!), 'pkg:npm/unheard-of@1.0.0', 'pkg:npm/claen@1.0.0']),
});
const anyPolicy = fc.record(
  { eol_within_days: fc.constantFrom(0, 30, 90, 400), epss_min: fc.constant(0.5) },
  { requiredKeys: ['eol_within_days'] },
);
/** Days on which something of the harness happens, those around them, and any others. */
const anyDay = fc.oneof(
  fc.constantFrom('2026-11-21', '2026-12-19', '2026-12-20', '2026-12-21', '2027-10-01', '2028-06-30', '2036-11-20'),
  fc.integer({ min: 1, max: 3_652 }).map((days) => toCalendarDate(Date.parse(TODAY) + days * DAY_MS)),
);

describe('an answer about a later day', () => {
  it('says of items, images and deadlines what it says on that day, and of all else what it says today (property)', () => {
    fc.assert(
      fc.property(anyLists, anyPolicy, anyDay, (lists, policy, day) => {
        const { asked, expected } = asOfProperty(makeStack(lists, policy), sources, TODAY, day);

        expect(asked).toEqual(expected);
      }),
    );
  });

  it('about today is the answer without a day, but for its echo (property)', () => {
    fc.assert(
      fc.property(anyLists, anyPolicy, (lists, policy) => {
        const asked = check(lists, { ...policy, as_of: TODAY });

        expect(asked).toEqual({ ...check(lists, policy), as_of: TODAY });
      }),
    );
  });

  it('counts from that day in what it says', () => {
    const { reasons, next_deadline } = check(item('3.11'), { as_of: '2026-12-10' });

    expect(reasons).toMatchObject([
      {
        code: 'eol_soon',
        text: expect.stringMatching(/^Python 3\.11: end of life on 2026-12-20, 10 days after 2026-12-10; /),
      },
    ]);
    expect(next_deadline).toEqual({ date: '2026-12-20', kind: 'eol', ref: 'items/0', days: 10 });
  });

  it('moves to what is out and lasts then', () => {
    const { items } = check(item('3.12'), { as_of: '2028-09-01' });

    expect(items?.results[0]).toMatchObject({
      upgrade: { nearest: { cycle: '3.13', days_until_eol: 395 }, newest: { cycle: '3.14' } },
    });
  });

  it('names once what of it is of today', () => {
    const lists = { ...item('3.12'), cves: ['CVE-2026-0001'], packages: ['pkg:npm/high@1.0.0'] };

    expect(check(lists, { as_of: '2027-06-15', epss_min: 0.5 })).toMatchObject({
      as_of: '2027-06-15',
      of_today: {
        date: TODAY,
        datasets: ['kev', 'osv', 'epss'],
        notice: expect.stringMatching(
          /^As of 2027-06-15 are .* Of today, 2026-11-20, are .* \(KEV\).*\(OSV\).*, EPSS scores: /,
        ),
      },
    });
    expect(check(item('3.12'), { as_of: '2027-06-15' })).not.toHaveProperty('of_today');
    expect(check(lists, { as_of: TODAY })).not.toHaveProperty('of_today');
  });

  it('asks advisories of CVEs only where the caller says what they know', () => {
    const stack = makeStack({ cves: ['CVE-2026-0001'] }, { as_of: '2027-06-15' });
    const datasets = (joinsCves?: boolean) =>
      checkAndPlan(stack, { ...sources, ...(joinsCves === undefined ? {} : { joinsCves }) }, TODAY).of_today?.datasets;

    expect([datasets(), datasets(false), datasets(true)]).toEqual([
      ['kev', 'epss'],
      ['kev', 'epss'],
      ['kev', 'osv', 'epss'],
    ]);
  });

  it('says of a tag on which day it is what it may be', () => {
    const { reasons } = check({ images: ['python:3'] }, { as_of: '2026-12-10' });

    expect(reasons.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^python:3: the tag does not say which cycle .* \(product\); on 2026-12-10 it is \S+$/),
    );
  });

  it('keeps of deadlines those that have not passed by then, remedies among them', () => {
    const lists = { ...item('3.11'), cves: ['CVE-2026-0001'] };

    const deadlineOn = (as_of: string) => check(lists, { as_of }).next_deadline;
    expect(deadlineOn('2026-11-25')).toMatchObject({ kind: 'kev_due', date: '2026-11-25', days: 0 });
    expect(deadlineOn('2026-11-26')).toMatchObject({ kind: 'eol', date: '2026-12-20', days: 24 });
    expect(deadlineOn('2026-12-21')).toBeNull();
  });

  it('is of today once its day has passed', () => {
    expect(check(item('3.11'), { as_of: '2026-11-19' })).toEqual(check(item('3.11')));
  });
});
