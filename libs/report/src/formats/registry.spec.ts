import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { anyOutcome } from '../testing/any-outcome';
import { SAMPLE_OUTCOME } from '../testing/sample-outcome';
import { REPORT_FORMATS } from './registry';

describe.each(REPORT_FORMATS.map((format) => [format.id, format] as const))('the format %s', (id, format) => {
  it('writes the sample as recorded', () => {
    const text = format.write(SAMPLE_OUTCOME, { width: 120 });
    const golden = resolve(__dirname, '../testing/golden', `sample.${id}${format.extension}`);
    if ((process.env['UPDATE_GOLDENS'] || !existsSync(golden)) && !process.env['CI']) writeFileSync(golden, text);

    expect(text).toBe(readFileSync(golden, 'utf8'));
  });

  it('writes well-formed text, whatever an outcome holds, and the same text twice', () => {
    fc.assert(
      fc.property(anyOutcome, (outcome) => {
        const text = format.write(outcome);

        expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text);
        expect(format.write(outcome)).toBe(text);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the registry of formats', () => {
  it('names each once', () => {
    const ids = REPORT_FORMATS.map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
  });
});
