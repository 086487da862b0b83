import * as fc from 'fast-check';
import { parseItemsQuery } from './items-query';

describe('the items query', () => {
  it.each([
    ['nodejs@20', [['nodejs', '20']]],
    [
      'nodejs@20.11.1,python@3.12',
      [
        ['nodejs', '20.11.1'],
        ['python', '3.12'],
      ],
    ],
    ['@angular/core@17.1', [['@angular/core', '17.1']]],
    ['a@b@c', [['a@b', 'c']]],
    ['a@1@', [['a', '1@']]],
    ['a@@', [['a', '@']]],
    ['@@1', [['@', '1']]],
    ['@@@', [['@', '@']]],
    ['eclipse-temurin@17.0.11 9', [['eclipse-temurin', '17.0.11+9']]],
    ['eclipse-temurin@17.0.11+9', [['eclipse-temurin', '17.0.11+9']]],
    ['raspberry-pi@cm3 ', [['raspberry-pi', 'cm3+']]],
    ['ubuntu@24.04 LTS  x', [['ubuntu', '24.04+LTS++x']]],
    [
      'nodejs@20, python@ 3.12',
      [
        ['nodejs', '20'],
        [' python', ' 3.12'],
      ],
    ],
    ['__proto__@1', [['__proto__', '1']]],
  ])('%j', (text, pairs) => {
    expect(parseItemsQuery(text)).toEqual({ items: pairs.map(([product, version]) => ({ product, version })) });
  });

  it.each([
    ['', 0],
    ['nodejs', 0],
    ['nodejs@', 0],
    ['@20', 0],
    ['@', 0],
    ['@@', 0],
    ['nodejs@20,', 1],
    ['nodejs@20,,python@3', 1],
    ['nodejs@20,python', 1],
  ])('%j has a fault in pair %d', (text, at) => {
    expect(parseItemsQuery(text)).toEqual({ fault: expect.stringContaining(`items[${at}]`) });
  });

  it('gives back every list of pairs that holds no comma, and no @ or blank in the version', () => {
    const product = fc.string({ minLength: 1 }).filter((text) => !text.includes(','));
    const version = fc.string({ minLength: 1 }).filter((text) => !/[,@ ]/.test(text));

    fc.assert(
      fc.property(fc.array(fc.record({ product, version }), { minLength: 1, maxLength: 60 }), (items) => {
        const text = items.map((item) => `${item.product}@${item.version}`).join(',');

        expect(parseItemsQuery(text)).toEqual({ items });
      }),
    );
  });

  it('reads a long run of blanks in linear time', () => {
    const blanks = ' '.repeat(60_000);

    expect(parseItemsQuery(`a@${blanks}1${blanks}`)).toEqual({
      items: [{ product: 'a', version: `${blanks}1${'+'.repeat(60_000)}` }],
    });
  });
});
