import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '@stackcheck/contract';
import { answerDay, requireDay } from './as-of';

const cases = readFileSync(join(__dirname, 'as-of.cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' | ') as [today: string, asOf: string, said: string]);

function saidOf(today: string, asOf: string): string {
  try {
    return requireDay(asOf, today, 'policy.as_of') === asOf ? 'yes' : 'no';
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'bad_request') throw error;
    return error.detail.message!;
  }
}

describe('the day of a question', () => {
  it.each(cases)('on %s as_of %s: %s', (today, asOf, said) => {
    expect(saidOf(today, asOf.replace(/^'(.*)'$/, '$1'))).toMatch(new RegExp(`${escaped(said)}$`));
  });

  it('names the field and what would do where it is refused', () => {
    expect(saidOf('2026-11-22', 'soon')).toBe(
      'policy.as_of must be a day from 2026-11-22 (today) to 2036-11-22, written YYYY-MM-DD; "soon" is no such day',
    );
  });

  it('is called as_of where a question has one of its own', () => {
    expect(() => answerDay({ as_of: 'soon' }, { today: '2026-11-22' })).toThrow(
      /^as_of must be a day from 2026-11-22 /,
    );
  });

  it('is shown with at most 40 characters, none of them a control character', () => {
    expect(saidOf('2026-11-22', `\u0007${'x'.repeat(10_000)}`)).toMatch(/"\ufffdx{39}" is no such day$/);
  });

  it('is today without an echo where none is sent, or null', () => {
    const today = '2026-11-22';

    for (const input of [{}, { as_of: null }, { as_of: undefined }]) {
      expect(answerDay(input, { today })).toEqual({ day: today, echo: {} });
    }
    expect(answerDay({ as_of: today }, { today })).toEqual({ day: today, echo: { as_of: today } });
  });
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
