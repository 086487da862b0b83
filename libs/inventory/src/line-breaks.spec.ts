import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from './read-file';
import { inOneLine, readTextCases } from './testing/read-cases';

const TABLES = [
  'javascript/lockfiles',
  'python/lockfiles',
  'languages/languages',
  'runtimes/runtimes',
  'sbom/sbom',
  'deployment/deployment',
];
const cases = TABLES.flatMap((table) =>
  readTextCases(readFileSync(join(__dirname, `${table}.cases.txt`), 'utf8')).map(
    ({ title, text }) => [table, title, text] as const,
  ),
);

/** Of a text within a text: there the line breaks are written out. */
const read = (title: string, text: string) => {
  const found = readFile({ path: `a/${title.slice(0, title.indexOf(','))}`, bytes: new TextEncoder().encode(text) });
  return found && inOneLine(found);
};

test.each(cases)(
  '%s: %s: reads the same with the line breaks of Windows and a byte order mark',
  (_table, title, text) => {
    const plain = read(title, text);

    expect(plain).toBeDefined();
    expect(read(title, `\ufeff${text.replaceAll('\n', '\r\n')}`)).toBe(plain);
  },
);
