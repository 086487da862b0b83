import { KevIndex, kevAmong } from './kev-index';
import { kevEntryView } from './kev-entry';
import { makeEntry } from './testing/make-entry';

const TODAY = '2026-11-20';
const early = makeEntry('CVE-2026-1001', { dueDate: '2026-11-10' });
const late = makeEntry('CVE-2026-1000', { dueDate: '2026-12-24', ransomware: true });
const alsoEarly = makeEntry('CVE-2026-1002', { dueDate: '2026-11-10' });
const index = new KevIndex('2026.11.19', [late, early, alsoEarly]);

describe('the catalogue by CVE id', () => {
  it('finds what is listed, by its canonical spelling alone', () => {
    expect([index.size, index.find('CVE-2026-1000')]).toEqual([3, late]);
    expect([...index.entries()]).toEqual([late, early, alsoEarly]);
    expect(
      ['cve-2026-1000', ' CVE-2026-1000', 'CVE-2026-1', '__proto__', 'constructor', ''].filter((id) => index.find(id)),
    ).toEqual([]);
  });

  it('is not made of two entries with one id', () => {
    const fault = { message: expect.stringContaining('one CVE id') as string, code: 'duplicate', place: 'entries[1]' };
    expect(() => new KevIndex('v', [early, early])).toThrow(expect.objectContaining(fault) as Error);
  });
});

it.each([
  ['2026-11-09', 1, false],
  ['2026-11-10', 0, false],
  ['2026-11-11', -1, true],
])('on %s an entry that is due on 2026-11-10 has %d days left; overdue: %s', (today, days, overdue) => {
  expect(kevEntryView(early, today)).toMatchObject({ days_until_due: days, overdue });
});

describe('the entry of a vulnerability that has several ids', () => {
  it('is the listed one, in the form of joins', () => {
    expect(kevAmong(index, ['GHSA-jfh8-c2jp-5v3q', 'CVE-2026-1000', 'CVE-2026-2000'], TODAY)).toEqual({
      cve: 'CVE-2026-1000',
      date_added: '2026-11-01',
      due_date: '2026-12-24',
      days_until_due: 34,
      overdue: false,
      ransomware: true,
    });
  });

  it('is the one that is due first, whatever the order of the ids', () => {
    for (const ids of [
      ['CVE-2026-1000', 'CVE-2026-1001', 'CVE-2026-1002'],
      ['CVE-2026-1002', 'CVE-2026-1001', 'CVE-2026-1000'],
    ]) {
      expect(kevAmong(index, ids, TODAY)).toEqual(kevEntryView(early, TODAY));
    }
  });

  it('is null when none is listed', () => {
    expect(kevAmong(index, [], TODAY)).toBeNull();
    expect(kevAmong(index, ['GHSA-jfh8-c2jp-5v3q', 'CVE-2026-2000'], TODAY)).toBeNull();
  });
});
