import { createRequire } from 'node:module';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './workspace';

interface Libraries {
  has(file: string): boolean;
  load(file: string): Readonly<Record<string, unknown>>;
}

const { SharedLibraries } = createRequire(__filename)(inRoot('jest.shared-libraries.js')) as {
  SharedLibraries: new (runtime: object, tested: { readonly rootDir: string; readonly testPath: string }) => Libraries;
};

const CONTRACT = 'libs/contract/src/nearest-name.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-shared-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As a test file of a project has them, with the maps that its runtime finds source lines by. */
function librariesOf(project: string, test = 'expect(1).toBe(1);') {
  const testPath = join(folder, 'a.spec.ts');
  writeFileSync(testPath, test);
  const sourceMaps = new Map<string, string>();
  const resolveCjs = (from: string, name: string): string => createRequire(from).resolve(name);
  const runtime = { transformCache: { sourceMaps }, _resolution: { resolveCjs } };
  return { libraries: new SharedLibraries(runtime, { rootDir: inRoot(project), testPath }), sourceMaps };
}

it.each([
  ['apps/api', CONTRACT, true],
  ['libs/payment-x402', CONTRACT, true],
  ['libs/contract', CONTRACT, false],
  ['libs/contract', 'libs/payment-x402/src/index.ts', false],
  ['apps/api', 'libs/payment-x402/src/testing/index.ts', false],
  ['apps/api', 'libs/contract/src/errors.spec.ts', false],
  ['apps/api', 'apps/api/src/main.ts', false],
  ['tools/e2e', 'apps/api/src/main.ts', false],
  ['apps/api', 'libs/contract/package.json', false],
])('tests of %s share %s: %s', (project, file, isShared) => {
  expect(librariesOf(project).libraries.has(inRoot(file))).toBe(isShared);
});

it('a file that replaces a module shares none, since others would see what it puts there', () => {
  expect(librariesOf('apps/api', "jest.mock('@stackcheck/contract');").libraries.has(inRoot(CONTRACT))).toBe(false);
});

it('two test files have the same classes of a library, and both find its lines', () => {
  const [one, other] = [librariesOf('apps/api'), librariesOf('apps/operator')];
  const loaded = one.libraries.load(inRoot(CONTRACT));

  expect(other.libraries.load(inRoot(CONTRACT))).toBe(loaded);
  expect(loaded['nearestName']).toBeInstanceOf(Function);
  expect(librariesOf('apps/ingest').sourceMaps.get(inRoot(CONTRACT))).toMatch(/\.map$/);
});

it('a module that throws while it is loaded is loaded again, and not taken half made', () => {
  const { libraries } = librariesOf('apps/api');
  const broken = join(folder, 'broken.ts');
  writeFileSync(broken, "export const half = 1;\nthrow new Error('not now');");

  for (let attempt = 0; attempt < 2; attempt += 1) expect(() => libraries.load(broken)).toThrow('not now');
});
