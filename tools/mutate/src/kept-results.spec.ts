import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestsOf, findKept, keep } from './kept-results';
import type { Mutant } from './mutant';
import type { Outcome } from './tried';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-kept-'));
  for (const file of FILES) writeFileSync(join(folder, file), `of ${file}`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FILES = ['a.ts', 'a.spec.ts'];
const mutantOf = (original: string): Mutant => ({
  file: 'a.ts',
  at: '0:0-0:1',
  line: 1,
  mutator: 'EqualityOperator',
  original,
  replacement: 'b',
  nth: 0,
});
const [noticed, endless, survivor, untried] = ['w', 'x', 'y', 'z'].map(mutantOf) as [Mutant, Mutant, Mutant, Mutant];
const kept = () => ({ file: join(folder, 'tmp', 'results.jsonl'), digests: digestsOf(folder, FILES) });
const found = () => findKept(kept(), [noticed, endless, survivor, untried]).map(({ outcome }) => outcome);
const keepAll = () =>
  (
    [
      [noticed, 'killed'],
      [endless, 'timeout'],
      [survivor, 'survived'],
    ] satisfies [Mutant, Outcome][]
  ).forEach(([mutant, outcome]) => keep(kept(), { mutant, outcome }));

it('all results hold as long as no file changes, also after half a line', () => {
  expect(found()).toEqual([]);
  keepAll();
  appendFileSync(kept().file, '{"key":"ab');

  expect(found()).toEqual(['killed', 'timeout', 'survived']);
});

it('what was noticed holds when other files change, and survivors are tried again', () => {
  keepAll();
  writeFileSync(join(folder, 'a.spec.ts'), 'with another test');

  expect(found()).toEqual(['killed', 'timeout']);
});

it('nothing holds when the file with the mutants changes; the last result counts', () => {
  keepAll();
  writeFileSync(join(folder, 'a.ts'), 'other code');
  expect(found()).toEqual([]);

  keep(kept(), { mutant: noticed, outcome: 'survived' });
  expect(found()).toEqual(['survived']);
});
