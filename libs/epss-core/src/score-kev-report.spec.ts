import { checkCves, KevIndex, parseCves, type KevReport } from '@stackcheck/kev-core';
import * as fc from 'fast-check';
import { scoreKevReport } from './score-kev-report';
import { makeIndex } from './testing/make-index';

const entry = {
  vendor: 'Acme',
  product: 'Anvil',
  name: 'Acme Anvil Falling Vulnerability',
  dateAdded: '2026-01-01',
  dueDate: '2026-02-01',
  ransomware: false,
  requiredAction: 'Step aside.',
  description: 'An anvil falls.',
  cwes: [],
  references: [],
};

function ask(known: readonly string[], asked: readonly string[], complete: boolean): KevReport {
  const batch = parseCves(asked);
  const listed = parseCves(known);
  if ('fault' in batch || 'fault' in listed) throw new Error('misspelt');
  const catalogue = new KevIndex(
    'v',
    listed.cves.map(({ cve }) => ({ ...entry, cve })),
    complete,
  );
  return checkCves(catalogue, batch.cves, '2026-11-20');
}

const number = fc.integer({ min: 0, max: 40 }).map((n) => `CVE-2026-${String(n).padStart(4, '0')}`);

describe('scores joined to an answer about known exploitation', () => {
  const index = makeIndex({ 'CVE-2026-0001': [0.94, 0.99] });

  it('stand at the end of each entry, whether it is listed or not', () => {
    const { results, unlisted } = scoreKevReport(
      ask(['CVE-2026-0002'], ['cve-2026-0001', 'CVE-2026-0002'], true),
      index,
    );

    expect(results.map((result) => Object.keys(result).at(-1))).toEqual(['epss', 'epss']);
    expect(results.map(({ epss }) => epss)).toEqual([
      { cve: 'CVE-2026-0001', score: 0.94, percentile: 0.99, as_of: '2026-11-20' },
      null,
    ]);
    expect(unlisted).toEqual([results[0]]);
  });

  it('are null where none are at hand', () => {
    expect(scoreKevReport(ask([], ['CVE-2026-0001'], true), undefined).results[0]).toHaveProperty('epss', null);
  });

  it('change nothing else, to the byte (property)', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(number),
        fc.array(number, { minLength: 1, maxLength: 100 }),
        fc.dictionary(number, fc.double({ min: 0, max: 1, noNaN: true })),
        fc.boolean(),
        (known, asked, scores, complete) => {
          const report = ask(known, asked, complete);
          const scored = scoreKevReport(report, makeIndex(scores));

          const text = JSON.stringify(scored, (name, value: unknown) => (name === 'epss' ? undefined : value));
          expect(text).toBe(JSON.stringify(report));
          expect(scored.results.map(({ epss }) => epss?.score)).toEqual(
            asked.map((cve) => (Object.hasOwn(scores, cve) ? scores[cve] : undefined)),
          );
        },
      ),
    );
  });
});
