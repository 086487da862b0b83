import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { appsAreBuilt, freePort, runApp, startApp, startProgram, untilLive } from './processes/built-app';
import { ROOT } from './service/repository';
import { Scratch } from './service/scratch';

jest.setTimeout(240_000);

interface Finding {
  readonly check: string;
  readonly level: string;
  readonly what: string;
}

(appsAreBuilt() ? describe : describe.skip)('the doctor at a running service (needs `npm run build`)', () => {
  const scratch = new Scratch();
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const port = await freePort();
    const settings = { PORT: String(port), PAYMENTS_MODE: 'sandbox', EVENT_LOOP_LAG_MAX_MS: '0', LOG_LEVEL: 'warn' };
    env = { DATA_DIR: scratch.folder(), ...settings };
    expect((await runApp('ingest', ['--starter'], env)).code).toBe(0);
    await untilLive(scratch.keep(startApp('api', [], env)), `http://127.0.0.1:${port}`);
  });
  afterAll(() => scratch.clear());

  async function doctor() {
    const launcher = join(ROOT, 'tools', 'launch', 'operator.js');
    const program = scratch.keep(startProgram([process.execPath, launcher, 'doctor', '--json'], env));
    const code = await program.ended;
    const { findings } = JSON.parse(program.output()) as { readonly findings: readonly Finding[] };
    return { code, findings, faults: findings.filter(({ level }) => level === 'fault').map(({ check }) => check) };
  }

  it('finds it well, and buys an answer from it', async () => {
    const { code, findings, faults } = await doctor();

    expect({ code, faults }).toEqual({ code: 0, faults: [] });
    expect(findings.find(({ check }) => check === 'purchase')).toMatchObject({ level: 'ok' });
    expect(findings.map(({ what }) => what)).toContain('every digest, signature and chain verifies');
  });

  it('finds a key that others can read, and ends with 1', async () => {
    chmodSync(join(env['DATA_DIR']!, 'keys', 'watch-keys.json'), 0o644);

    expect(await doctor()).toMatchObject({ code: 1, faults: ['keys'] });
  });
});
