import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './workspace';

interface Sources {
  has(file: string): boolean;
  load(file: string): Readonly<Record<string, unknown>>;
}

const { SharedSources } = createRequire(__filename)(inRoot('jest.shared-sources.js')) as {
  SharedSources: new (runtime: object, testPath: string) => Sources;
};

const CONTRACT = 'libs/contract/src/nearest-name.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-shared-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As a test file of a project has them, with the maps that its runtime finds source lines by. */
function sourcesFor(test = 'expect(1).toBe(1);') {
  const testPath = join(folder, 'a.spec.ts');
  writeFileSync(testPath, test);
  const sourceMaps = new Map<string, string>();
  const resolveCjs = (from: string, name: string): string => createRequire(from).resolve(name);
  const runtime = { transformCache: { sourceMaps }, _resolution: { resolveCjs } };
  return { sources: new SharedSources(runtime, testPath), sourceMaps };
}

it.each([
  [CONTRACT, true],
  ['apps/api/src/composition/container.ts', true],
  ['libs/payment-x402/src/testing/index.ts', false],
  ['libs/contract/src/errors.spec.ts', false],
  ['tools/simulate/src/model/disk.ts', false],
  ['libs/contract/package.json', false],
])('tests share %s: %s', (file, isShared) => {
  expect(sourcesFor().sources.has(inRoot(file))).toBe(isShared);
});

it('a file that replaces a module shares none, since others would see what it puts there', () => {
  expect(sourcesFor("jest.mock('@stackcheck/contract');").sources.has(inRoot(CONTRACT))).toBe(false);
});

it('two test files have the same classes, and both find their lines', () => {
  const [one, other] = [sourcesFor(), sourcesFor()];
  const loaded = one.sources.load(inRoot(CONTRACT));

  expect(other.sources.load(inRoot(CONTRACT))).toBe(loaded);
  expect(loaded['nearestName']).toBeInstanceOf(Function);
  expect(sourcesFor().sourceMaps.get(inRoot(CONTRACT))).toMatch(/\.map$/);
});

it('a module that throws while it is loaded is loaded again, and not taken half made', () => {
  const { sources } = sourcesFor();
  const broken = join(folder, 'broken.ts');
  writeFileSync(broken, "export const half = 1;\nthrow new Error('not now');");

  for (let attempt = 0; attempt < 2; attempt += 1) expect(() => sources.load(broken)).toThrow('not now');
});
