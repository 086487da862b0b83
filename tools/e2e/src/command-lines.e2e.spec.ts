import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { appsAreBuilt, startProgram } from './processes/built-app';
import { ROOT } from './service/repository';
import { Scratch } from './service/scratch';

jest.setTimeout(240_000);

type CommandLine = readonly [string, readonly string[]];

/** What operators run, as npm's commands start it. With smaller campaigns the first two. */
const COMMAND_LINES: readonly CommandLine[] = [
  ['api', []],
  ['operator', []],
  ['ingest', []],
  ['payments', []],
  ['ingest', ['snapshots']],
  ['payments', ['reconcile']],
  ['operator', ['keys']],
  ['operator', ['snapshots']],
];
const COMMANDS = process.env['CAMPAIGN'] === 'full' ? COMMAND_LINES : COMMAND_LINES.slice(0, 2);

(appsAreBuilt() ? describe : describe.skip)('the command lines of operators (need `npm run build`)', () => {
  const scratch = new Scratch();
  afterEach(() => scratch.clear());

  async function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const dataDir = join(scratch.folder(), 'data');
    const launcher = join(ROOT, 'tools', 'launch', `${command}.js`);
    const program = scratch.keep(startProgram([process.execPath, launcher, ...args], { DATA_DIR: dataDir, ...env }));
    return { code: await program.ended, output: program.output(), madeData: existsSync(dataDir) };
  }

  it.each(COMMANDS)('npm run %s %j --help says how it is used, and does nothing else', async (command, before) => {
    const { code, output, madeData } = await run(command, [...before, '--help']);

    expect({ code, madeData }).toEqual({ code: 0, madeData: false });
    expect(output).toMatch(/usage|--help/i);
  });

  it.each(COMMANDS)('npm run %s %j refuses what it does not know', async (command, before) => {
    const { code, output, madeData } = await run(command, [...before, '--no-such-option']);

    expect({ code, madeData }).toEqual({ code: 2, madeData: false });
    expect(output).not.toMatch(/^\s+at /m);
  });

  it.each([
    [1, 'sandbox'],
    [2, 'off'],
  ])('a port in use is all that an API of %d processes says', async (workers, mode) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;

    const env = { PORT: String(port), PAYMENTS_MODE: mode, WORKERS: String(workers) };
    const { code, output, madeData } = await run('api', [], env);

    await new Promise((resolve) => other.close(resolve));
    expect({ code, madeData }).toEqual({ code: 1, madeData: false });
    expect(output.trimEnd().split('\n').at(-1)).toBe(`stackcheck: port ${port} is in use; try PORT=${port + 1}`);
    expect(output).not.toMatch(/^[{ ]/m);
  });
});
