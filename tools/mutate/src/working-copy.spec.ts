import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copyRepository } from './working-copy';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stackcheck-repository-'));
  for (const file of [
    '.gitignore',
    'libs/a/src/a.ts',
    'node_modules/other/index.js',
    'apps/b/node_modules/deep/index.js',
    'tools/c/x.js',
  ]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), file === '.gitignore' ? 'node_modules/\nsecret\n' : file);
  }
  writeFileSync(join(root, 'libs/a/secret'), 'ignored by git');
  mkdirSync(join(root, 'node_modules/@stackcheck'));
  symlinkSync('../../libs/a', join(root, 'node_modules/@stackcheck/a'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('has what git would take, packages as links, and its own projects instead of those of the repository', () => {
  const { folder, remove } = copyRepository(root);

  expect(readFileSync(join(folder, 'libs/a/src/a.ts'), 'utf8')).toBe('libs/a/src/a.ts');
  expect(existsSync(join(folder, 'libs/a/secret'))).toBe(false);
  expect(realpathSync(join(folder, 'node_modules/other'))).toBe(realpathSync(join(root, 'node_modules/other')));
  expect(existsSync(join(folder, 'apps/b/node_modules/deep/index.js'))).toBe(true);
  expect(realpathSync(join(folder, 'node_modules/@stackcheck/a'))).toBe(realpathSync(join(folder, 'libs/a')));

  remove();
  expect(existsSync(folder)).toBe(false);
  expect(existsSync(join(root, 'node_modules/other/index.js'))).toBe(true);
});
