import { KeySearch, lineAt, LineNumbers } from './line-numbers';

describe('KeySearch', () => {
  it('finds keys in their order, and a key before the last find at its first place', () => {
    const search = new KeySearch('a\nb\na\r\nc\rd');

    expect(['a', 'b', 'a', 'c', 'd', 'b'].map((key) => search.lineOf(key))).toEqual([1, 2, 3, 4, 5, 2]);
  });

  it('stops where keys that are not in the text would cost a walk each', () => {
    const search = new KeySearch(`a\n${'-'.repeat(5_000_000)}\nb\n`);

    expect(search.lineOf('b')).toBe(3);
    for (let index = 0; index < 10; index++) search.lineOf(`key ${index}`);
    expect(search.lineOf('a')).toBeUndefined();
  });

  it('finds a key at the beginning of a line alone', () => {
    const search = new KeySearch('[x]\n{ name = "a" }\nname = "a"\n');

    expect(search.lineStartingWith('name = "a"')).toBe(3);
  });
});

describe('LineNumbers', () => {
  it('counts lines that LF, CR LF and CR end', () => {
    const lines = new LineNumbers('a\nb\r\nc\rd');

    expect([0, 1, 2, 3, 5, 6, 7].map((offset) => lines.at(offset))).toEqual([1, 1, 2, 2, 3, 3, 4]);
  });

  it('are those that are counted for one offset', () => {
    const text = 'a\nb\r\nc\rd\n\n\r';
    const lines = new LineNumbers(text);

    for (let offset = 0; offset <= text.length; offset++) expect(lineAt(text, offset)).toBe(lines.at(offset));
  });
});
