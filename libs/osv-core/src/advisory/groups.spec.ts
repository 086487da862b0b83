import fc from 'fast-check';
import { groupByAlias } from './groups';

const group = (...records: readonly (readonly string[])[]) =>
  groupByAlias(records.map(([id = '', ...aliases]) => ({ id, aliases })));

describe('groupByAlias', () => {
  it('joins records that name each other, a common alias, or each other through a third', () => {
    const groups = group(
      ['A-1', 'CVE-1'],
      ['B-1', 'CVE-1', 'CVE-2'],
      ['C-1', 'CVE-2'],
      ['D-1', 'CVE-3'],
      ['E-1', 'D-1'],
    );

    expect(groups.map(({ members }) => members.map(({ id }) => id))).toEqual([
      ['A-1', 'B-1', 'C-1'],
      ['D-1', 'E-1'],
    ]);
  });

  it.each([
    ['GHSA before all but malware', [['PYSEC-1', 'GHSA-1', 'CVE-1']], 'GHSA-1'],
    ['malware first', [['GHSA-1', 'MAL-1']], 'MAL-1'],
    ['an ecosystem before CVE', [['CVE-1', 'GO-1']], 'GO-1'],
    ['CVE before those that repeat others', [['BIT-x', 'CGA-1', 'CVE-1']], 'CVE-1'],
    ['a record at hand before an alias of the same database', [['GHSA-2', 'GHSA-1', 'CVE-1']], 'GHSA-2'],
  ])('prefers %s', (_name, records, id) => {
    expect(group(...records).map((entry) => entry.id)).toEqual([id]);
  });

  it('finds the same groups in any order, each record in one', () => {
    const id = fc.constantFrom(...'ABCDEFGH');
    const record = fc.record({ id, aliases: fc.array(id, { maxLength: 2 }) });
    const records = fc.uniqueArray(record, { selector: (entry) => entry.id, maxLength: 8 });
    fc.assert(
      fc.property(records, (given) => {
        const [here, there] = [given, [...given].reverse()].map((order) =>
          groupByAlias(order)
            .map(({ ids, members }) => [...ids, '|', ...members.map((member) => member.id)].join(' '))
            .sort(),
        );
        expect(here).toEqual(there);
        expect(groupByAlias(given).flatMap(({ members }) => members)).toHaveLength(given.length);
      }),
      { numRuns: 300 },
    );
  });

  it('takes a chain of ten thousand aliases', () => {
    const chain = Array.from({ length: 10_000 }, (_, at) => ({ id: `A-${at}`, aliases: [`A-${at + 1}`] }));

    expect(groupByAlias(chain)).toHaveLength(1);
  });
});
