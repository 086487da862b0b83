import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PYTHON_FORMATS } from '.';
import { inOneLine, readTextCases } from '../testing/read-cases';
import { readText } from '../testing/read-text';

const table = readFileSync(join(__dirname, 'lockfiles.cases.txt'), 'utf8');

describe('a lockfile of Python', () => {
  it.each(readTextCases(table))('$title', ({ title, text, expected }) => {
    const path = title.slice(0, title.indexOf(','));
    const format = PYTHON_FORMATS.find((one) => one.matches(path))!;

    expect(inOneLine(readText(format, text, path))).toBe(expected);
  });
});
