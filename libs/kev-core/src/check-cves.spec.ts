import * as fc from 'fast-check';
import { checkCves, parseCves, type AskedCve, type KevReport } from './check-cves';
import { KevIndex } from './kev-index';
import { makeEntry } from './testing/make-entry';

const TODAY = '2026-11-20';
const index = new KevIndex('2026.11.19', [
  makeEntry('CVE-2021-44228', { dateAdded: '2021-12-10', dueDate: '2021-12-24', ransomware: true }),
  makeEntry('CVE-2026-0001', { dueDate: TODAY }),
  makeEntry('CVE-2026-0002', { dueDate: '2026-11-21', ransomware: true }),
  makeEntry('CVE-2026-0003', { dueDate: '2026-11-19' }),
]);

function ask(...texts: readonly string[]): readonly AskedCve[] {
  const batch = parseCves(texts);
  if ('fault' in batch) throw new Error(batch.fault);
  return batch.cves;
}

const check = (...texts: readonly string[]): KevReport => checkCves(index, ask(...texts), TODAY);

describe('a batch of CVEs', () => {
  it('is answered in its order, as it was sent', () => {
    const report = check(' cve-2021-44228', 'CVE-2023-45857', 'CVE-2026-0003');

    const log4shell = {
      cve: 'CVE-2021-44228',
      vendor: 'Acme',
      product: 'Anvil',
      name: 'Acme Anvil Falling Vulnerability',
      date_added: '2021-12-10',
      due_date: '2021-12-24',
      days_until_due: -1792,
      overdue: true,
      ransomware: true,
      required_action: 'Step aside.',
      description: 'An anvil falls.',
      cwes: ['CWE-20'],
      references: ['https://example.org/anvil'],
    };
    const unlisted = { index: 1, cve: 'CVE-2023-45857', resolved: 'CVE-2023-45857', listed: false };
    expect(report).toStrictEqual({
      count: 3,
      listed: 2,
      unlisted_count: 1,
      unknown_count: 0,
      overdue: 2,
      ransomware: 1,
      complete: true,
      catalog_version: '2026.11.19',
      results: [
        { index: 0, cve: ' cve-2021-44228', resolved: 'CVE-2021-44228', listed: true, entry: log4shell },
        unlisted,
        {
          index: 2,
          cve: 'CVE-2026-0003',
          resolved: 'CVE-2026-0003',
          listed: true,
          entry: {
            ...log4shell,
            cve: 'CVE-2026-0003',
            date_added: '2026-11-01',
            due_date: '2026-11-19',
            days_until_due: -1,
            ransomware: false,
          },
        },
      ],
      unlisted: [unlisted],
      unknown: [],
    });
  });

  it.each([
    ['CVE-2026-0003', -1, true],
    ['CVE-2026-0001', 0, false],
    ['CVE-2026-0002', 1, false],
  ])('says of %s that %i days are left', (cve, daysUntilDue, overdue) => {
    expect(check(cve).results[0]).toMatchObject({ entry: { days_until_due: daysUntilDue, overdue } });
  });

  it('is answered when nothing is listed', () => {
    expect(check('CVE-2026-0009', 'CVE-2026-9999')).toMatchObject({
      count: 2,
      listed: 0,
      unlisted_count: 2,
      overdue: 0,
    });
  });

  it('answers an id that is sent twice, twice', () => {
    expect(check('CVE-2026-0002', 'cve-2026-0002')).toMatchObject({ count: 2, listed: 2, ransomware: 2 });
  });

  it.each([
    [['CVE-2021-44228', 'CVE-2021-4422'], undefined],
    [['CVE-2021-44228', 'CVE-2021-442', 'nonsense'], /^cves\[1\] has 3 digits/],
    [['CVE-2021-44228', 'CVE-2021-45046', 'CVE-2021-45105', '44228'], /^cves\[3\] must be CVE/],
    [[''], /^cves\[0\] must be/],
  ])('names the place of a misspelt id in %j', (texts, fault) => {
    const batch = parseCves(texts);

    if (fault === undefined) expect(batch).toHaveProperty('cves');
    else expect(batch).toEqual({ fault: expect.stringMatching(fault) as string });
  });

  it('is answered whole: each in its place, counts that add up, listed when and only when it is (property)', () => {
    const number = fc.integer({ min: 0, max: 60 }).map((n) => `CVE-2026-${String(n).padStart(4, '0')}`);
    const day = fc
      .integer({ min: -400, max: 400 })
      .map((n) => new Date(Date.UTC(2026, 10, 20 + n)).toISOString().slice(0, 10));

    fc.assert(
      fc.property(
        fc.uniqueArray(number),
        fc.array(number, { maxLength: 100 }),
        day,
        day,
        fc.boolean(),
        fc.boolean(),
        (known, asked, due, today, ransomware, complete) => {
          const catalogue = new KevIndex(
            'v',
            known.map((cve) => makeEntry(cve, { dueDate: due, ransomware })),
            complete,
          );
          const report = checkCves(catalogue, ask(...asked), today);

          expect(report.results.map(({ index: place, cve }) => [place, cve])).toEqual(
            asked.map((cve, place) => [place, cve]),
          );
          expect(report.results.filter(({ listed }) => listed).map(({ cve }) => cve)).toEqual(
            asked.filter((cve) => known.includes(cve)),
          );
          expect(report.listed + report.unlisted_count + report.unknown_count).toBe(report.count);
          expect(report.count).toBe(asked.length);
          expect(report.complete ? report.unknown_count : report.unlisted_count).toBe(0);
          expect(report.unlisted).toEqual(report.results.filter(({ listed }) => listed === false));
          expect(report.unknown).toEqual(report.results.filter(({ listed }) => listed === null));
          expect(report.overdue).toBe(due < today ? report.listed : 0);
          expect(report.ransomware).toBe(ransomware ? report.listed : 0);
        },
      ),
    );
  });
});
