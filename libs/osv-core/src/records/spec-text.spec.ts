import fc from 'fast-check';
import { readSpec, SpecTextError, writeSpec } from './spec-text';
import type { AffectedSpec, RangeEvent } from '../advisory/advisory';

const event = fc.tuple(fc.constantFrom('i', 'f', 'l', 'u'), fc.string()) as fc.Arbitrary<RangeEvent>;
const spec: fc.Arbitrary<AffectedSpec> = fc.record(
  {
    suffix: fc.option(fc.string()),
    ranges: fc.array(fc.array(event)),
    versions: fc.array(fc.string()),
    imports: fc.array(fc.string(), { minLength: 1 }),
  },
  { requiredKeys: ['suffix', 'ranges', 'versions'] },
);

describe('the text of a spec', () => {
  it('reads back as what was written', () => {
    fc.assert(
      fc.property(fc.array(spec), (affected) => {
        expect(readSpec(writeSpec(affected))).toEqual(affected);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, readonly AffectedSpec[]]>([
    ['*', [{ suffix: null, ranges: [[['i', '0']]], versions: [] }]],
    ['[["12",[["i","0"]]]]', [{ suffix: '12', ranges: [[['i', '0']]], versions: [] }]],
    [
      '[[null,[["i","1.0","f","1.2"]]],[null,[],["3.0"]]]',
      [
        {
          suffix: null,
          ranges: [
            [
              ['i', '1.0'],
              ['f', '1.2'],
            ],
          ],
          versions: [],
        },
        { suffix: null, ranges: [], versions: ['3.0'] },
      ],
    ],
    [
      '[[null,[["i","0"]],[],["golang.org/x/crypto/openpgp"]]]',
      [{ suffix: null, ranges: [[['i', '0']]], versions: [], imports: ['golang.org/x/crypto/openpgp'] }],
    ],
    ['[[]]', [{ suffix: null, ranges: [], versions: [] }]],
    ['[]', []],
  ])('is %s', (text, affected) => {
    expect(writeSpec(affected)).toBe(text);
    expect(readSpec(text)).toEqual(affected);
  });

  it.each([
    ['', ''],
    ['a', ''],
    ['5', ''],
    ['{}', ''],
    ['[', ''],
    ['[[],null]', '[1]'],
    ['[[],[],[null,5]]', '[2]'],
    ['[[null,[7]],[null,[],8]]', '[0]'],
    ['[[null,[null]]]', '[0]'],
  ])('that nobody wrote, %s, is refused at "%s"', (text, place) => {
    expect(() => readSpec(text)).toThrow(SpecTextError);
    expect(() => readSpec(text)).toThrow(expect.objectContaining({ code: 'wrong_form', place }) as Error);
  });
});
