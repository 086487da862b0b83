import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import zlib from 'node:zlib';
import { inRoot } from './workspace';

const { stateOfProcess, restoreProcess } = createRequire(__filename)(inRoot('jest.process-state.js')) as {
  stateOfProcess(): unknown;
  restoreProcess(state: unknown): void;
};

const followsWork = new AsyncLocalStorage<number>();

/** What a test file may do to its process, and what the next one would see of it. */
const CHANGES: readonly (readonly [string, () => void, () => unknown])[] = [
  ['adds a global name', () => Object.assign(globalThis, { addedByATest: 1 }), () => 'addedByATest' in globalThis],
  [
    'replaces a global name',
    () => void Object.assign(globalThis, { structuredClone: String }),
    () => globalThis.structuredClone,
  ],
  ['takes a global name away', () => void Reflect.deleteProperty(globalThis, 'fetch'), () => globalThis.fetch],
  ['sets a variable', () => Object.assign(process.env, { OF_A_TEST: '1' }), () => 'OF_A_TEST' in process.env],
  ['removes a variable', () => void delete process.env['PATH'], () => process.env['PATH']],
  ['changes the folder', () => process.chdir(tmpdir()), () => process.cwd()],
  ['sets the exit code', () => void (process.exitCode = 7), () => process.exitCode],
  ['replaces the exit', () => void (process.exit = () => undefined as never), () => process.exit],
  ['listens', () => void process.on('SIGUSR2', () => undefined), () => process.listenerCount('SIGUSR2')],
  ['replaces compression', () => Object.assign(zlib, { gzipSync: String }), () => zlib.gzipSync],
  ['lets a value follow its work', () => followsWork.enterWith(1), () => followsWork.getStore()],
  ['silences others', () => void process.removeAllListeners('exit'), () => process.listenerCount('exit')],
];

it.each(CHANGES)('a test file that %s leaves the process as it found it', (_name, change, seen) => {
  const onExit = (): void => undefined;
  process.on('exit', onExit);
  const [state, before] = [stateOfProcess(), seen()];
  change();
  const during = seen();
  restoreProcess(state);
  const after = seen();
  process.off('exit', onExit);

  expect(during).not.toEqual(before);
  expect(after).toBe(before);
});

it('runs tests in the realm of Node, so that what Node throws and reads is of the same classes', () => {
  expect(() => readFileSync('/nonexistent')).toThrow(Error);
  expect(new TextEncoder().encode('a')).toBeInstanceOf(Uint8Array);
  expect(structuredClone(new Map())).toBeInstanceOf(Map);
});

it('has one register of classes for all test files that share sources', () => {
  expect(globalThis).toHaveProperty('classValidatorMetadataStorage');
});
