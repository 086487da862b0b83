import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HangWatch } from './hang-watch';

const LOADER = join(__dirname, '..', '..', '..', 'jest.run-typescript.js');

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stackcheck-hung-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Watches some work in a process of its own, and gives how that ended. */
async function watched(work: string, moreMs?: number): Promise<readonly unknown[]> {
  const program = `const { HangWatch } = require('./hang-watch');
    void new HangWatch(${JSON.stringify(folder)}, ${moreMs}).during('7', 1, async () => { ${work} });`;
  const child = spawn(process.execPath, ['--no-warnings', '--require', LOADER, '-e', program], {
    cwd: __dirname,
    stdio: 'inherit',
  });
  return once(child, 'exit');
}

it('a loop that never ends is ended with its process, and the mutant is known for it', async () => {
  expect(await watched('for (;;);', 1)).toEqual([null, 'SIGKILL']);

  const watch = new HangWatch(folder);
  expect([watch.hasEnded('7'), watch.hasEnded('8')]).toEqual([true, false]);
});

it('what ends is left alone, and so is its process', async () => {
  expect(await watched('')).toEqual([0, null]);

  expect(new HangWatch(folder).hasEnded('7')).toBe(false);
});
