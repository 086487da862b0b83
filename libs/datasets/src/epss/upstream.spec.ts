import { cveKey } from '@stackcheck/epss-core/cve-key';
import * as fc from 'fast-check';
import { readUpstream } from './upstream';

const HEAD = '#model_version:v1,score_date:2026-11-19T12:55:00Z\ncve,epss,percentile\n';
const read = (rows: string) => readUpstream(new TextEncoder().encode(HEAD + rows));

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
/** Every way in which a program writes a number: plain, long, with an exponent. */
const written = fc
  .tuple(digits(1, 4), fc.option(digits(1, 15), { nil: '' }), fc.constantFrom('', '', '', 'e-05', 'e3'))
  .map(([whole, fraction, exponent]) => whole + (fraction && `.${fraction}`) + exponent);
const id = fc
  .tuple(fc.integer({ min: 1999, max: 2099 }), fc.integer({ min: 0, max: 9_999_999_999 }))
  .map(([year, number]) => `CVE-${year}-${String(number).padStart(4, '0')}`);

describe('the rows of a day', () => {
  it('are read as numbers are, to the last bit, however they are written (property)', () => {
    const rows = fc.array(fc.tuple(id, written, written), { minLength: 1, maxLength: 8 });

    fc.assert(
      fc.property(rows, fc.constantFrom('\n', '\r\n'), fc.boolean(), (each, end, isEnded) => {
        const { keys, scores, percentiles } = read(each.map((row) => row.join(',')).join(end) + (isEnded ? end : ''));

        expect([...keys]).toEqual(each.map(([cve]) => cveKey(cve)));
        expect([...scores]).toEqual(each.map(([, score]) => Number(score)));
        expect([...percentiles]).toEqual(each.map(([, , percentile]) => Number(percentile)));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['CVE-2021-0001,0.1,0.2'],
    ['CVE-2099-9999999999,9999,0.123456789012345'],
    ['CVE-1999-0001,0.99999999999999,1'],
  ])('may be %s', (row) => {
    expect(read(row).keys).toHaveLength(1);
  });

  it.each([
    'CVE-2021-001,0.1,0.2',
    'CVE-2021-00010,0.1,0.2',
    'CVE-2021-10000000000,0.1,0.2',
    'CVE-02021-0001,0.1,0.2',
    'CVE-202-0001,0.1,0.2',
    'CVE-1998-0001,0.1,0.2',
    'CVE-2100-0001,0.1,0.2',
    'cve-2021-0001,0.1,0.2',
    'CVX-2021-0001,0.1,0.2',
    'CVE_2021-0001,0.1,0.2',
    'CVE-2021_0001,0.1,0.2',
    'CVE-2021-0001;0.1,0.2',
    'CVE-2021-0001,0.1;0.2',
    'CVE-2021-0001,00000.1,0.2',
    'CVE-2021-0001,.1,0.2',
    'CVE-2021-0001,0.,0.2',
    'CVE-2021-0001,0.1234567890123456,0.2',
    'CVE-2021-0001,0.1,0.2,',
    'CVE-2021-0001,0.1,0.2\rx',
    'CVE-2021-0001,0.1,0.2 ',
    ' CVE-2021-0001,0.1,0.2',
    'CVE-2021-0001,0.1',
    'CVE-2021-0001,0.1,',
    'CVE-',
    '',
  ])('are none with %j among them, which is named', (row) => {
    expect(() => read(`CVE-2020-0001,0.1,0.2\n${row}\nCVE-2022-0001,0.1,0.2\n`)).toThrow(/^line 4 of/);
  });

  it('do not go on after a blank line at the end', () => {
    expect(() => read('CVE-2020-0001,0.1,0.2\n\n')).toThrow(/^line 4 of/);
  });
});
