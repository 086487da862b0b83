import { ScalarLines } from './scalar-lines';

const TEXT = [
  'name: nginx',
  'nginx-image: no',
  'a: { image: "nginx" } # nginx',
  'b:',
  '  image: nginx:1.25',
  '  image: &anchor nginx',
  '  list: [redis, "nginx"]',
  "nginx: '1'",
  '{"image": "nginx"}',
].join('\n');

describe('lines of values', () => {
  it('are found by the key, in the order of the text, and from its beginning again', () => {
    const lines = new ScalarLines(TEXT);

    expect(Array.from({ length: 5 }, () => lines.lineOf('image', 'nginx'))).toEqual([3, 6, 7, 9, 3]);
  });

  it.each([
    ['name', 'nginx', 1],
    ['image', 'nginx:1.25', 5],
    ['other', 'redis', 7],
    ['image', 'no', undefined],
    ['image', '', undefined],
    ['image', 'absent', undefined],
  ])('%s "%s": %p', (key, value, line) => {
    expect(new ScalarLines(TEXT).lineOf(key, value)).toBe(line);
  });

  it('are found for keys by themselves', () => {
    const lines = new ScalarLines(TEXT);

    expect([lines.lineOfKey('nginx'), lines.lineOfKey('b'), lines.lineOfKey('redis')]).toEqual([8, 4, undefined]);
  });

  it('are looked for no longer than twenty walks over the text take', () => {
    const lines = new ScalarLines(`image: b\n${'x'.repeat(5_000_000)}`);
    const found = Array.from({ length: 40 }, () => lines.lineOf('image', 'absent'));

    expect([found.every((line) => line === undefined), lines.lineOf('image', 'b')]).toEqual([true, undefined]);
  });
});
