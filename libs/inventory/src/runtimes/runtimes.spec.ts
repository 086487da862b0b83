import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUNTIMES_FORMATS } from '.';
import { inOneLine, readTextCases } from '../testing/read-cases';
import { readText } from '../testing/read-text';

const table = readFileSync(join(__dirname, 'runtimes.cases.txt'), 'utf8');

describe('a file that names runtimes', () => {
  it.each(readTextCases(table))('$title', ({ title, text, expected }) => {
    const path = `a/${title.split(',')[0]}`;
    const format = RUNTIMES_FORMATS.find((one) => one.matches(path))!;

    expect(inOneLine(readText(format, text, path))).toBe(expected);
  });

  it.each([
    ['mise.local.toml', 'mise'],
    ['.mise.toml', 'mise'],
    ['.mise.prod.toml', 'mise'],
    ['.config/mise/config.toml', 'mise'],
    ['mise/config.local.toml', 'mise'],
    ['promise.toml', undefined],
    ['config.toml', undefined],
    ['my-package.json', undefined],
    ['go.works', undefined],
  ])('%s is read as %s', (path, id) => {
    expect(RUNTIMES_FORMATS.find((one) => one.matches(path))?.id).toBe(id);
  });

  it('each has an id of its own', () => {
    const ids = RUNTIMES_FORMATS.map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
  });
});
