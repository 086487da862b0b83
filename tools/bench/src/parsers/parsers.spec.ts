import * as fc from 'fast-check';
import { allParsers } from './all-parsers';
import { hostileTexts } from './hostile-texts';
import { surprise, type Parser } from './parser';

const isFull = process.env['CAMPAIGN'] === 'full';

/** Of a text in each form; `npm run bench -- parsers` measures those of a megabyte. */
const BYTES = isFull ? 2_000 : 200;
const RUNS = isFull ? 100 : 10;

/** Every so manieth of the hostile texts is tried. */
const EVERY = isFull ? 1 : 7;

const parsers = allParsers().map((parser) => [parser.name, parser] as const);

describe.each(parsers)('%s', (_name, parser: Parser) => {
  it('throws nothing but an error of its library with a code or a place, whatever is repeated', () => {
    const texts = hostileTexts(parser.starts).filter((_text, at) => at % EVERY === 0);

    const surprises = texts.flatMap((text) => {
      const thrown = surprise(parser, text.of(BYTES));
      return thrown === undefined ? [] : [`${text.shape}: ${String(thrown)}`];
    });

    expect(surprises).toEqual([]);
  });

  it('does so at random', () => {
    const start = fc.constantFrom('', ...parser.starts);
    fc.assert(
      fc.property(start, fc.string({ unit: 'binary', maxLength: 300 }), (begin, rest) => {
        expect(surprise(parser, begin + rest)).toBeUndefined();
      }),
      { numRuns: RUNS },
    );
  });
});

it('a fault without a code or a place is a surprise', () => {
  const parser = { name: 'breaks', starts: [], read: () => (undefined as unknown as { length: number }).length };

  expect(surprise(parser, '')).toBeInstanceOf(TypeError);
});
