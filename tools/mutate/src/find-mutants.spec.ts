import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..', '..');

/** Stryker is written in ES modules, which jest does not run. */
function list(...args: readonly string[]): string {
  const loader = join(ROOT, 'jest.run-typescript.js');
  const program = join(ROOT, 'tools', 'mutate', 'src', 'main.ts');
  const node = ['--no-warnings', '--require', loader, program, '--list', ...args];
  return execFileSync(process.execPath, node, { encoding: 'utf8' });
}

it('--list shows the chosen mutants as changes, the same ones for the same seed', () => {
  const asked = ['contract', '--file', 'money', '--sample', '3', '--seed', '5'];

  const listed = list(...asked);

  expect(listed).toMatch(/^(libs\/contract\/src\/money\.ts:\d+ [A-Z][a-zA-Z]+\n {2}- .+\n {2}\+ .*\n){3}$/);
  expect(list(...asked)).toBe(listed);
});
