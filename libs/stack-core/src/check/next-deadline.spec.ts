import type { Policy } from '../policy';
import { nextDeadline, type Deadline } from './next-deadline';
import type { StackParts } from './parts';

const ends = (eol: string | null, days: number | null, status = 'supported') => ({
  status,
  eol,
  days_until_eol: days,
});
const due = (date: string, days: number) => ({ due_date: date, days_until_due: days });
const exploited = (date: string, days: number) => ({
  checked: true,
  vulnerabilities: [{ kev: null }, { kev: due(date, days) }],
});
const listOf = (...results: readonly object[]) => ({
  results: results.map((result, index) => ({ index, lifecycle: null, ...result })),
});

function deadlineOf(parts: object, policy: Partial<Policy> = {}): Deadline | null {
  const none = { items: null, images: null, cves: null, packages: null };
  return nextDeadline({ ...none, ...parts } as unknown as StackParts, policy as Policy);
}

describe('the next deadline', () => {
  const found = { found: true, match: ends('2027-01-05', 5) };

  it.each<[string, object, string | null]>([
    ['of nothing', {}, null],
    ['of an item', { items: listOf(found) }, 'eol 2027-01-05 items/0 5'],
    ['of an item that is not known', { items: listOf({ found: false }) }, null],
    [
      'of an item that ends today',
      { items: listOf({ found: true, match: ends('2027-01-01', 0) }) },
      'eol 2027-01-01 items/0 0',
    ],
    ['of an item that has ended', { items: listOf({ found: true, match: ends('2026-12-31', -1) }) }, null],
    [
      'of an item that ended before its day',
      { items: listOf({ found: true, match: ends('2027-01-05', 5, 'eol') }) },
      null,
    ],
    ['of an item without an end', { items: listOf({ found: true, match: ends(null, null) }) }, null],
    [
      'of a package of an item',
      { items: listOf({ ...found, packages: [{ checked: false }, exploited('2027-01-03', 3)] }) },
      'kev_due 2027-01-03 items/0 3',
    ],
    [
      'of an image, by the part that ends first',
      {
        images: listOf({
          found: true,
          components: [{ match: ends('2027-02-01', 31) }, {}, { match: ends('2027-01-09', 8) }],
        }),
      },
      'eol 2027-01-09 images/0 8',
    ],
    ['of an image that is not known', { images: listOf({ found: false }) }, null],
    [
      'of CVEs, by the one that is due first and not overdue',
      {
        cves: listOf(
          { listed: true, entry: due('2026-12-31', -1) },
          { listed: false },
          { listed: null },
          { listed: true, entry: due('2027-01-04', 3) },
          { listed: true, entry: due('2027-01-01', 0) },
        ),
      },
      'kev_due 2027-01-01 cves/4 0',
    ],
    ['of a package', { packages: listOf(exploited('2027-01-02', 1)) }, 'kev_due 2027-01-02 packages/0 1'],
    ['of a package that was not checked', { packages: listOf({ checked: false }) }, null],
    ['of a package that nothing stands against', { packages: listOf({ checked: true, vulnerabilities: [] }) }, null],
    [
      'of a package that is a product',
      { packages: listOf({ checked: false, lifecycle: ends('2027-01-06', 5) }) },
      'eol 2027-01-06 packages/0 5',
    ],
    [
      'of a package whose version is of no cycle',
      { packages: listOf({ checked: false, lifecycle: { ...ends('2027-01-06', 5), status: 'unknown' } }) },
      null,
    ],
    [
      'of several on one day, by place',
      {
        packages: listOf(exploited('2027-01-05', 5)),
        items: listOf({ found: false }, found),
        cves: listOf({ listed: true, entry: due('2027-01-05', 5) }),
      },
      'eol 2027-01-05 items/1 5',
    ],
    [
      'of several, by day',
      { packages: listOf({}, exploited('2027-01-02', 1)), items: listOf(found) },
      'kev_due 2027-01-02 packages/1 1',
    ],
  ])('%s', (_what, parts, said) => {
    const deadline = deadlineOf(parts);

    expect(deadline && `${deadline.kind} ${deadline.date} ${deadline.ref} ${deadline.days}`).toBe(said);
  });

  it('of a later day is counted from that day', () => {
    const cves = listOf({ listed: true, entry: due('2027-01-05', 40) }, { listed: true, entry: due('2027-01-31', 66) });

    expect(deadlineOf({ cves }, { as_of: '2027-01-06' })).toMatchObject({ date: '2027-01-31', days: 25 });
  });
});
