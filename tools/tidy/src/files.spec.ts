import { dirname } from 'node:path';
import { isCode, repositoryFiles, textOf } from './workspace';

/**
 * Files longer than the limit, with the length that they must not pass: a ratchet. Shorten the file and take its entry
 * out; a new file is split instead.
 */
/** Tables of rows that are read one by one. */
const LONG_FILES: Readonly<Record<string, number>> = { 'tools/check/lint/projects.mjs': 450 };
const LINES_MAX = 300;

const files = repositoryFiles();
const code = files.filter(isCode);

describe('files', () => {
  it('have kebab-case names; the last dotted part names the role', () => {
    const named = files.filter((file) => /^(apps|libs|tools|docs)\//.test(file));

    expect(named.filter((file) => !file.split('/').every(isGoodName))).toEqual([]);
  });

  it(`have at most ${LINES_MAX} lines; past 250 ask which second idea moved in`, () => {
    const long = code.filter((file) => lines(file) > (LONG_FILES[file] ?? LINES_MAX));

    expect(long.map((file) => `${file}: ${lines(file)} lines`)).toEqual([]);
  });

  it('leave the list of long files when they are short again', () => {
    const unneeded = Object.keys(LONG_FILES).filter((file) => !code.includes(file) || lines(file) <= LINES_MAX);

    expect(unneeded).toEqual([]);
  });

  it('of one folder do not differ by case alone', () => {
    const seen = new Map<string, string>();
    const clashes = files.filter((file) => {
      const before = seen.get(file.toLowerCase());
      seen.set(file.toLowerCase(), file);
      return before !== undefined;
    });

    expect(clashes).toEqual([]);
  });

  it('that are specs stand next to what they test', () => {
    const specs = code.filter((file) => file.endsWith('.spec.ts'));

    expect(specs.filter((file) => !dirname(file).includes('/src'))).toEqual([]);
  });
});

function lines(file: string): number {
  return textOf(file).trimEnd().split('\n').length;
}

function isGoodName(part: string): boolean {
  // Migrations are ordered by number: 0001_payments.sql. Conventions from outside the project keep their spelling.
  return (
    /^(\d{4}_)?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/.test(part) ||
    /^(README|LICENSE|CHANGELOG)\b/.test(part)
  );
}
