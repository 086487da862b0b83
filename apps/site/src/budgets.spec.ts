import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const SITE = join(__dirname, '..');
const BUNDLER = join(SITE, '..', '..', 'tools', 'launch', 'bundle-site.js');

interface Bundled {
  readonly file: string;
  readonly loads: readonly string[];
  readonly later: readonly string[];
}

const BUDGETS = readFileSync(join(SITE, 'scripts.cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('|').map((part) => part.trim()))
  .map(([page, most, , later]) => ({ page: page!, most: Number(most), later: Number(later) }));

let folder: string;
let scripts: Readonly<Record<string, Bundled>>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-site-'));
  execFileSync(process.execPath, [BUNDLER, folder]);
  scripts = JSON.parse(readFileSync(join(folder, 'scripts.json'), 'utf8')) as typeof scripts;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
const bytesOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + gzipSync(textOf(name), { level: 9 }).length, 0);

describe('what is bundled', () => {
  it.each(BUDGETS)('for $page is within its budget', ({ page, most, later }) => {
    const { file, loads, later: rest } = scripts[page]!;

    expect(bytesOf([file, ...loads])).toBeLessThanOrEqual(most);
    expect(bytesOf(rest)).toBeLessThanOrEqual(later);
  });

  it('is budgeted, page by page, and every file belongs to one', () => {
    const named = Object.values(scripts).flatMap(({ file, loads, later }) => [file, ...loads, ...later]);

    expect(BUDGETS.map(({ page }) => page).sort()).toEqual(Object.keys(scripts).sort());
    expect([...new Set([...named, 'scripts.json'])].sort()).toEqual(readdirSync(folder).sort());
  });

  it('is named after its bytes: the same sources give the same names, and files that no page loads go', () => {
    const before = readdirSync(folder);
    writeFileSync(join(folder, 'old.js'), '');

    execFileSync(process.execPath, [BUNDLER, folder]);

    expect(readdirSync(folder)).toEqual(before);
  });

  it('writes no markup and makes no code of text, which the policy of the pages would stop', () => {
    const all = readdirSync(folder).map(textOf).join('\n');

    expect(
      /\binnerHTML\b|\bouterHTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/.exec(all)?.[0],
    ).toBeUndefined();
  });
});
