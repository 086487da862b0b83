import fc from 'fast-check';
import { displayWidth } from '../../text/display-width';
import { anyOutcome } from '../../testing/any-outcome';
import { SAMPLE_OUTCOME } from '../../testing/sample-outcome';
import { TABLE_FORMAT } from './table';

const linesOf = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n');
const uncoloured = (text: string): string => text.replace(/\u001b\[[\d;]*m/g, '');

describe('the table', () => {
  it('is never wider than the terminal, whatever it holds', () => {
    const anyOptions = fc.record({ width: fc.integer({ min: 60, max: 200 }), quiet: fc.boolean() });
    fc.assert(
      fc.property(anyOutcome, anyOptions, (outcome, options) => {
        const tooWide = linesOf(TABLE_FORMAT.write(outcome, options)).filter(
          (line) => displayWidth(line) > options.width,
        );

        expect(tooWide).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  it('holds no control characters but line ends', () => {
    fc.assert(
      fc.property(anyOutcome, (outcome) => {
        expect(TABLE_FORMAT.write(outcome)).not.toMatch(/[^\P{Cc}\n]|\p{Surrogate}/u);
      }),
      { numRuns: 30 },
    );
  });

  it('is the same with colours, but for the colours', () => {
    fc.assert(
      fc.property(anyOutcome, fc.boolean(), (outcome, quiet) => {
        const coloured = TABLE_FORMAT.write(outcome, { colors: true, quiet });

        // A blank at the end of a line may be within a colour.
        expect(uncoloured(coloured).replace(/ +$/gm, '')).toBe(
          TABLE_FORMAT.write(outcome, { quiet }).replace(/ +$/gm, ''),
        );
      }),
      { numRuns: 30 },
    );
  });

  it.each([Number.NaN, 0, -5, 20, 1e9])('takes a width of %s for one of 60 to 200', (width) => {
    const widest = Math.max(...linesOf(TABLE_FORMAT.write(SAMPLE_OUTCOME, { width })).map(displayWidth));

    expect(widest).toBeGreaterThan(50);
    expect(widest).toBeLessThanOrEqual(200);
  });

  it('says loudly that nothing was read', () => {
    const summary = { ...SAMPLE_OUTCOME.summary, files: 0, packages: 0, images: 0, products: 0 };
    const textOf = (more: Partial<typeof SAMPLE_OUTCOME.summary>) =>
      TABLE_FORMAT.write({ ...SAMPLE_OUTCOME, verdict: 'pass', findings: [], summary: { ...summary, ...more } });

    expect(textOf({})).toMatch(/^ {2}Nothing was checked: no file of a kind that is read was found\./);
    expect(textOf({ files: 1 })).toMatch(/^ {2}Nothing was checked: what was read names no package/);
    expect(textOf({ files: 1, images: 1 })).toMatch(/^ {2}No findings\./);
    expect(textOf({ cves: 2 })).toContain('2 CVEs');
  });

  it('says which day it is about', () => {
    const policy = { ...SAMPLE_OUTCOME.policy, as_of: '2030-01-01' };

    expect(TABLE_FORMAT.write({ ...SAMPLE_OUTCOME, policy })).toContain(' · as of 2030-01-01');
  });

  it('in its short form says nothing where nothing fails or is unknown', () => {
    const findings = SAMPLE_OUTCOME.findings.filter(({ level }) => level === 'warn');

    expect(TABLE_FORMAT.write({ ...SAMPLE_OUTCOME, verdict: 'warn', findings }, { quiet: true })).toBe('');
  });
});
