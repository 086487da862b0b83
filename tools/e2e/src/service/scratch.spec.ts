import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Scratch } from './scratch';
import { ROOT } from './repository';

it('removes its folders when everything is undone, and leaves nothing to do at exit', async () => {
  const listeners = process.listenerCount('exit');
  const scratch = new Scratch();
  const folders = [scratch.folder(), scratch.folder()];
  expect(process.listenerCount('exit')).toBe(listeners + 1);

  await scratch.clear();

  expect(folders.filter(existsSync)).toEqual([]);
  expect(process.listenerCount('exit')).toBe(listeners);
});

it('removes its folders when a step before fails', async () => {
  const scratch = new Scratch();
  const folder = scratch.folder();
  scratch.keep({ close: () => Promise.reject(new Error('does not close')) });

  await expect(scratch.clear()).rejects.toThrow('does not close');
  expect(existsSync(folder)).toBe(false);
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  'removes its folders when a program that exits on %s gets it',
  async (signal) => {
    const program = `
    const { Scratch } = require(${JSON.stringify(join(__dirname, 'scratch.ts'))});
    process.once('${signal}', () => process.exit(130));
    process.stdout.write(new Scratch().folder());
    setInterval(() => undefined, 1_000);`;
    const child = spawn(process.execPath, ['--require', join(ROOT, 'jest.run-typescript.js'), '--eval', program]);
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    const folder = said.toString();
    expect(existsSync(folder)).toBe(true);

    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number];

    expect(code).toBe(130);
    expect(existsSync(folder)).toBe(false);
  },
);
