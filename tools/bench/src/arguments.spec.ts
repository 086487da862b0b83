import { readArguments } from './arguments';

const KNOWN = ['offers', 'paid'];

describe('the command line', () => {
  it.each([
    [[], { names: [], json: false, rounds: undefined }],
    [['paid', '--json'], { names: ['paid'], json: true, rounds: undefined }],
    [['--only', 'offers,paid', '--rounds', '7'], { names: ['offers', 'paid'], json: false, rounds: 7 }],
  ])('%j', (args, asked) => expect(readArguments(args, KNOWN)).toEqual(asked));

  it.each([
    [['--rounds', '0'], 'whole number'],
    [['--rounds'], 'whole number'],
    [['--fast'], 'no option --fast'],
    [['--only'], 'unknown benchmark'],
    [['swop'], 'unknown benchmark swop; there are offers, paid'],
  ])('%j is refused', (args, why) =>
    expect(readArguments(args, KNOWN)).toEqual({ fault: expect.stringContaining(why) as string }),
  );
});
