import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { appsAreBuilt, freePort, runApp, startApp, startProgram, untilLive } from './processes/built-app';
import { startPaidService } from './service/paid-service';
import { ROOT } from './service/repository';
import { Scratch } from './service/scratch';

jest.setTimeout(240_000);

interface Finding {
  readonly check: string;
  readonly level: string;
  readonly what: string;
}

const isAsked = process.env['CAMPAIGN'] === 'full' && appsAreBuilt();
const here = isAsked ? describe : describe.skip;

here('the doctor at a running service (needs CAMPAIGN=full and `npm run build`)', () => {
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

here('the doctor with a key that may spend (needs CAMPAIGN=full and `npm run build`)', () => {
  const scratch = new Scratch();
  afterAll(() => scratch.clear());

  it('buys the cheapest answer on the chain, within its caps, and verifies it', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const service = scratch.keep(await startPaidService(() => ({ PORT: String(port), PUBLIC_BASE_URL: url })));
    const key = generatePrivateKey();
    await service.chain.fund(privateKeyToAccount(key).address, 10_000n);
    const keyFile = join(scratch.folder(), 'buyer.key');
    writeFileSync(keyFile, key, { mode: 0o600 });
    const env = {
      ...{ DATA_DIR: scratch.folder(), PORT: String(port), PUBLIC_BASE_URL: url, PAYMENTS_MODE: 'facilitator' },
      ...{ NETWORK: 'eip155:8453', FACILITATOR_URL: service.facilitator.url, PAY_TO: service.payTo },
    };
    const launcher = join(ROOT, 'tools', 'launch', 'operator.js');
    const purchaseOf = async (...args: string[]): Promise<Finding | undefined> => {
      const program = scratch.keep(startProgram([process.execPath, launcher, 'doctor', '--json', ...args], env));
      await program.ended;
      const { findings } = JSON.parse(program.output().replace(/^[^{]*/, '')) as {
        readonly findings: readonly Finding[];
      };
      return findings.find(({ check }) => check === 'purchase');
    };
    const buying = ['--buy', '--buy-key', keyFile] as const;

    const { result, transfers } = await service.during(() => purchaseOf(...buying));

    expect(result).toMatchObject({
      level: 'ok',
      what: expect.stringMatching(/for 0\.001 USD, transaction 0x[0-9a-f]{64}, and its proofs hold$/) as string,
    });
    expect(transfers.map(({ value }) => value)).toEqual(['1000']);
    const capped = await service.during(() => purchaseOf(...buying, '--buy-most', '0.0005'));
    expect([capped.result?.level, capped.transfers]).toEqual(['fault', []]);
  });
});
