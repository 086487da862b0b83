import { UnreadableFileError } from '../entries/format';
import { parseToml } from './toml';

describe('parseToml', () => {
  it('reads tables, and keys of all objects as any other', () => {
    const table = parseToml('[[package]]\nname = "a"\n[constructor]\n__proto__.polluted = true\n');

    expect(JSON.stringify(table)).toBe('{"package":[{"name":"a"}],"constructor":{"__proto__":{"polluted":true}}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([
    ['a = 1\na = 2', 'is no TOML (line 2, column 1: trying to redefine an already defined table or value)'],
    ['a = ', /^is no TOML \(line 1, column 5: /],
    ['a = 99999999999999999999', /^is no TOML \(line 1, column 5: /],
    [`a = ${'['.repeat(201)}`, /^is no TOML \(line 1, .*nested/],
    [`[a${'.a'.repeat(201)}]`, 'is nested deeper than 200 levels'],
    [`a${'.a'.repeat(201)} = 1`, 'is nested deeper than 200 levels'],
    ['\n'.repeat(500_001), 'has more than 500000 lines; split it or name its parts'],
    [`a = [${'1,'.repeat(400_001)}]`, 'has more than 400000 values; split it or name its parts'],
    ['#'.repeat(8 * 1024 * 1024 + 1), 'has more than 8388608 characters of TOML; split it or name its parts'],
  ])('refuses hostile and broken texts with a sentence', (text, message) => {
    expect(() => parseToml(text)).toThrow(UnreadableFileError);
    expect(() => parseToml(text)).toThrow(message);
  });

  it('takes dots in values for no levels', () => {
    expect(parseToml(`a = "${'.'.repeat(500)}"`)).toHaveProperty('a');
  });
});
