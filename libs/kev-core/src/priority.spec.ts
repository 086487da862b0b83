import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkCves, parseCves } from './check-cves';
import { compareCves } from './cve-id';
import { KevIndex } from './kev-index';
import { priorityOf, type KevPriority } from './priority';
import { makeEntry } from './testing/make-entry';

const TODAY = '2026-11-20';
const RUNS = process.env['CAMPAIGN'] === 'full' ? 3_000 : 200;

/** @param catalogue what is listed: id, due date, ransomware. @param scores by id */
function placesOf(
  asked: readonly string[],
  catalogue: readonly (readonly [cve: string, dueDate: string, ransomware: boolean])[],
  scores: ReadonlyMap<string, number>,
  complete = true,
): readonly KevPriority[] {
  const entries = catalogue.map(([cve, dueDate, ransomware]) => makeEntry(cve, { dueDate, ransomware }));
  const batch = parseCves(asked);
  if ('fault' in batch) throw new Error(batch.fault);
  const { results } = checkCves(new KevIndex('v', entries, complete), batch.cves, TODAY);
  return priorityOf(results, (cve) => scores.get(cve) ?? null);
}

describe('the order in which to act', () => {
  const lines = readFileSync(join(__dirname, 'priority.cases.txt'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()));

  it('is that of the table, in whatever order the ids were sent', () => {
    const scores = new Map(
      cells.flatMap(([cve, , , score]) => (score === '-' ? [] : [[cve!, Number(score)] as const])),
    );
    const catalogue = cells.flatMap(([cve, due, ransomware]) =>
      due === '-' ? [] : [[cve!, due!, ransomware === 'yes'] as const],
    );
    const expected = cells
      .filter(([, , , , why]) => why !== 'no place')
      .map(([cve, , , , why, days]) => [cve, why, days === '-' ? null : Number(days)]);

    for (const asked of [cells, [...cells].reverse()]) {
      const places = placesOf(
        asked.map(([cve]) => cve!),
        catalogue,
        scores,
      );

      expect(places.map(({ cve, why, days }) => [cve, why, days])).toEqual(expected);
    }
  });

  it('says of each id whether it is listed, and that nothing is known where only a selection was asked', () => {
    const scores = new Map([['CVE-2026-0002', 0.5]]);
    const ask = (complete: boolean) =>
      placesOf(['CVE-2026-0002', 'CVE-2026-0001'], [['CVE-2026-0001', TODAY, false]], scores, complete);

    expect(ask(true)).toEqual([
      { cve: 'CVE-2026-0001', listed: true, why: 'due', days: 0, epss_score: null },
      { cve: 'CVE-2026-0002', listed: false, why: 'epss', days: null, epss_score: 0.5 },
    ]);
    expect(ask(false).map(({ listed }) => listed)).toEqual([true, null]);
  });

  it('is total: it does not depend on the order of the ids, and each listed one is there once', () => {
    const number = fc
      .integer({ min: 0, max: 40 })
      .map((n) => `CVE-20${20 + (n % 3)}-${String(n * 997).padStart(4, '0')}`);
    const dueDate = fc.constantFrom('2026-11-18', '2026-11-19', TODAY, '2026-11-21');
    const score = fc.constantFrom(0, 0.1, 0.9);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(number, dueDate, fc.boolean()), { selector: ([cve]) => cve }),
        fc.uniqueArray(fc.tuple(number, score), { selector: ([cve]) => cve }),
        fc
          .array(number, { maxLength: 100 })
          .chain((asked) => fc.tuple(fc.constant(asked), fc.shuffledSubarray(asked, { minLength: asked.length }))),
        (catalogue, scored, [asked, shuffled]) => {
          const scores = new Map(scored);
          const places = placesOf(asked, catalogue, scores);

          expect(placesOf(shuffled, catalogue, scores)).toEqual(places);
          expect(placesOf([...asked, ...shuffled], catalogue, scores)).toEqual(places);
          const listed = new Map(catalogue.map(([cve, ...entry]) => [cve, entry]));
          const expected = [...new Set(asked)].filter((cve) => listed.has(cve) || scores.has(cve));
          expect(places.map(({ cve }) => cve).sort(compareCves)).toEqual(expected.sort(compareCves));
          // Said once more, as a text that sorts: group, due date, score from the highest, year and number.
          const keyOf = (cve: string): string => {
            const [due, ransomware] = listed.get(cve) ?? ['9999-12-31', false];
            const group = !listed.has(cve) ? 'c' : ransomware ? 'a' : 'b';
            const [, year, digits] = cve.split('-');
            return [group, due, 50 - 10 * (scores.get(cve) ?? -0.1), year, digits!.padStart(9, '0')].join(' ');
          };
          const keys = places.map(({ cve }) => keyOf(cve));
          expect(keys).toEqual([...keys].sort());
        },
      ),
      { numRuns: RUNS },
    );
  });
});

describe('CVE ids', () => {
  it('are compared by year, then as numbers', () => {
    const sorted = [
      'CVE-1999-9999',
      'CVE-2021-0099',
      'CVE-2021-9999',
      'CVE-2021-10000',
      'CVE-2021-9007199254740992',
      'CVE-2021-9007199254740993',
      'CVE-2022-0001',
    ];

    expect([...sorted].reverse().sort(compareCves)).toEqual(sorted);
    expect(compareCves('CVE-2021-10000', 'CVE-2021-10000')).toBe(0);
  });
});
