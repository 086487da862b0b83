import { clustersOf, displayWidth } from './display-width';
import { cutMiddle, wrapWords } from './fit-text';

describe('the columns of a text', () => {
  it.each([
    ['Dockerfile:1', 12],
    ['', 0],
    ['漢字', 4],
    ['한국', 4],
    ['\u1112\u1161\u11ab', 2],
    ['e\u0301', 1],
    ['ｗｉｄｅ', 8],
    ['👍🏽', 2],
    ['👩‍👩‍👧', 2],
    ['🇨🇭', 2],
    ['❤️', 2],
    ['…', 1],
    ['é', 1],
    ['עברית', 5],
  ])('of %j are %i', (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });
});

describe('a text that is too long', () => {
  it.each([
    ['registry.example.com/team/tool:nightly', 20, 'registry.e…l:nightly'],
    ['漢字漢字漢字', 7, '漢…漢字'],
    ['e\u0301e\u0301e\u0301e\u0301', 3, 'e\u0301…e\u0301'],
    ['short', 5, 'short'],
  ])('%j is cut in its middle to %i columns', (text, columns, cut) => {
    expect(cutMiddle(text, columns)).toBe(cut);
  });

  it('is broken at blanks, and anywhere where there are none', () => {
    expect(wrapWords('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrapWords('abcdefghij x', 4)).toEqual(['abcd', 'efgh', 'ij x']);
  });

  it('never loses a character', () => {
    expect(clustersOf('👩‍👩‍👧漢e\u0301').join('')).toBe('👩‍👩‍👧漢e\u0301');
  });
});
