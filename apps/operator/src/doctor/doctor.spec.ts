import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@stackcheck/api';
import { systemClock } from '@stackcheck/contract';
import { chain } from './checks/chain';
import { facilitators } from './checks/facilitators';
import { gas } from './checks/gas';
import { purchase } from './checks/purchase';
import type { Check } from './doctor-context';
import { examine } from './examine';
import { reportLines } from './report';
import { runOperator } from '../operator';

const PAY_TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const servers: Server[] = [];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-'));
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Answers each request by what `answer` makes of its path and JSON body. */
async function serving(answer: (path: string, body: { readonly method?: string }) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => (text += piece));
    request.on('end', () => {
      const said = answer(request.url ?? '', text === '' ? {} : (JSON.parse(text) as object));
      response.writeHead(said === undefined ? 500 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(said ?? {}));
    });
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/key-of-the-operator`;
}

interface Node {
  readonly chainId: number;
  readonly ageSeconds: number;
  readonly decimals: number;
}

const nodeOf = ({ chainId, ageSeconds, decimals }: Node) =>
  serving((_path, { method }) => {
    const hex = (value: number) => `0x${Math.floor(value).toString(16)}`;
    const timestamp = hex(Date.now() / 1_000 - ageSeconds);
    if (method === 'eth_chainId') return { result: hex(chainId) };
    if (method === 'eth_getBlockByNumber') return { result: { timestamp } };
    return { result: hex(decimals) };
  });

function contextOf(env: Readonly<Record<string, string>>, verified: 0 | 1 = 0) {
  const config = readConfig({ DATA_DIR: join(folder, 'data'), ...env });
  return { config, clock: systemClock, env: process.env, runProgram: async () => verified };
}

async function levelsOf(check: Check, env: Readonly<Record<string, string>>) {
  const real = { PAYMENTS_MODE: 'facilitator', NETWORK: 'eip155:84532', PAY_TO, FACILITATOR_URL: 'http://127.0.0.1:9' };
  const findings = await check.run(contextOf({ ...real, ...env }));
  return { findings, levels: findings.map(({ level }) => level) };
}

describe('doctor: chain', () => {
  const sound = { chainId: 84_532, ageSeconds: 2, decimals: 6 };
  it.each([
    ['a node that is well', sound, ['ok', 'ok'], /newest block/],
    ['another chain', { ...sound, chainId: 1 }, ['fault'], /is on chain 1, not on 84532/],
    ['an old head', { ...sound, ageSeconds: 600 }, ['warning', 'ok'], /is 60\d s old/],
    ['a head that is ahead of us', { ...sound, ageSeconds: -30 }, ['fault', 'ok'], /our clock is .* behind/],
    ['another token', { ...sound, decimals: 18 }, ['ok', 'fault'], /18 decimals/],
  ])('%s', async (_what, node, levels, said) => {
    const { findings, ...found } = await levelsOf(chain, { RPC_URL: await nodeOf(node) });

    expect(found).toEqual({ levels });
    expect(findings.map(({ what }) => what).join('\n')).toMatch(said);
    expect(JSON.stringify(findings)).not.toContain('key-of-the-operator');
  });

  it('a node that is down, and none at all', async () => {
    expect((await levelsOf(chain, { RPC_URL: 'http://127.0.0.1:9' })).levels).toEqual(['fault']);
    expect((await levelsOf(chain, {})).levels).toEqual(['warning']);
  });
});

describe('doctor: facilitators', () => {
  const kind = (network: string) => ({ kinds: [{ x402Version: 2, scheme: 'exact', network }] });
  it.each([
    ['one that settles on our network', kind('eip155:84532'), 'ok'],
    ['one of another network', kind('eip155:8453'), 'fault'],
  ])('%s', async (_what, supported, level) => {
    const url = await serving((path) => (path.endsWith('/supported') ? supported : undefined));

    expect((await levelsOf(facilitators, { FACILITATOR_URL: url })).levels).toEqual([level]);
  });
});

describe('doctor: the gas wallet', () => {
  const well = { ether: 10n ** 18n, fee: 10n ** 7n, code: '0x60' };
  const self = { PAYMENTS_MODE: 'self', FACILITATOR_URL: '', GAS_KEY: `0x${'5e'.repeat(32)}` };
  const walletNode = ({ ether, fee, code, dataFee }: typeof well & { readonly dataFee?: string }) =>
    serving((_path, asked) => {
      const { id, method } = asked as { readonly id: number; readonly method?: string };
      const answers: Readonly<Record<string, unknown>> = {
        eth_chainId: `0x${(84_532).toString(16)}`,
        eth_getBalance: `0x${ether.toString(16)}`,
        eth_maxPriorityFeePerGas: '0x1',
        eth_getBlockByNumber: { number: '0x1', timestamp: '0x1', baseFeePerGas: `0x${fee.toString(16)}` },
        eth_getCode: code,
        eth_call: dataFee ?? '0x',
      };
      return { jsonrpc: '2.0', id, result: answers[method ?? ''] };
    });

  it.each([
    ['that suffices', well, ['ok', 'ok', 'ok'], /0xd8291E50E2e68fb2c70d77cCDc707D291a89f209 holds 1.0 ETH/],
    ['that is low soon', { ...well, ether: 3n * 10n ** 15n }, ['warning', 'ok', 'ok'], /needs 0.002/],
    ['whose rollup takes much for data', { ...well, dataFee: '0x38d7ea4c68000' }, ['ok', 'ok', 'ok'], /holds 1.0 ETH/],
    [
      'and has less than that',
      { ...well, ether: 2n * 10n ** 15n, dataFee: '0x38d7ea4c68000' },
      ['fault', 'ok', 'ok'],
      /needs 0.00233/,
    ],
    ['that is low', { ...well, ether: 10n ** 15n }, ['fault', 'ok', 'ok'], /holds 0.001 ETH/],
    ['and fees above the cap', { ...well, fee: 10n ** 9n }, ['ok', 'fault', 'ok'], /half of GAS_FEE_MAX_GWEI is 0.25/],
    ['without Multicall3', { ...well, code: '0x' }, ['ok', 'ok', 'warning'], /Multicall3 is not/],
  ])('%s', async (_what, node, levels, said) => {
    const { findings, ...found } = await levelsOf(gas, { ...self, RPC_URL: await walletNode(node) });

    expect(found).toEqual({ levels });
    expect(findings.map(({ what }) => what).join('\n')).toMatch(said);
    expect(JSON.stringify(findings)).not.toMatch(/key-of-the-operator|5e5e/);
  });

  it('without a node, and without a wallet', async () => {
    expect((await levelsOf(gas, { ...self, RPC_URL: 'http://127.0.0.1:9' })).levels).toEqual(['fault']);
    expect((await levelsOf(gas, {})).levels).toEqual(['skipped']);
  });
});

describe('doctor: a purchase with real money', () => {
  it('is left out unless it is asked for', async () => {
    expect((await levelsOf(purchase, {})).levels).toEqual(['skipped']);
  });

  it('says what is wrong with the key, and signs nothing', async () => {
    const real = {
      PAYMENTS_MODE: 'facilitator',
      NETWORK: 'eip155:84532',
      PAY_TO,
      FACILITATOR_URL: 'http://127.0.0.1:9',
    };
    const buy = { keyFile: join(folder, 'no.key'), most: 1_000n };
    const [found] = await purchase.run({ ...contextOf(real), buy });

    expect(found).toMatchObject({ level: 'fault', what: expect.stringContaining('cannot be read') as string });
  });

  it.each([['--buy'], ['--buy-key x'], ['--buy --buy-key x --buy-most many']])('%s is wrong usage', async (args) => {
    let said = '';
    const deps = { env: { DATA_DIR: folder }, write: () => undefined, complain: (line: string) => (said += line) };

    expect(await runOperator(['doctor', ...args.split(' ')], deps)).toBe(2);
    expect(said).toMatch(/belong together|amount in USD/);
  });
});

describe('doctor: a machine without anything', () => {
  it('says of each subject what is missing, and what would do', async () => {
    const findings = [];
    for await (const finding of examine(contextOf({ PAYMENTS_MODE: 'sandbox', PORT: '9' }))) findings.push(finding);

    const faults = findings.filter(({ level }) => level === 'fault');
    expect(faults.map(({ check }) => check)).toEqual(['disk', 'datasets', 'service', 'purchase']);
    for (const fault of faults) expect(fault).toMatchObject({ why: expect.any(String), todo: expect.any(String) });
  });

  it('a subject that cannot be looked at is a fault, and the others are looked at', async () => {
    mkdirSync(join(folder, 'data', 'payments.db'), { recursive: true });

    const findings = [];
    for await (const finding of examine(contextOf({ PAYMENTS_MODE: 'sandbox', PORT: '9' }))) findings.push(finding);

    expect(findings.find(({ check }) => check === 'ledger')).toMatchObject({
      level: 'fault',
      todo: expect.stringContaining('A lost or damaged ledger'),
    });
    expect(findings.at(-1)!.check).toBe('purchase');
  });

  it('a configuration that cannot be used ends with 2, every fault named', async () => {
    let err = '';
    const env = { PAYMENTS_MODE: 'facilitator', PORT: 'http' };
    const code = await runOperator(['doctor'], { env, write: () => undefined, complain: (line) => (err += line) });

    expect(code).toBe(2);
    expect(err).toMatch(/PORT[\s\S]*FACILITATOR_URL|FACILITATOR_URL[\s\S]*PORT/);
  });
});

describe('a finding in lines', () => {
  it('fits the terminal and says all', () => {
    const finding = { check: 'disk', level: 'fault', what: 'a '.repeat(60), why: 'because', todo: 'mend it' } as const;

    const lines = reportLines(finding, 60);

    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(lines.join('\n').match(/\ba\b/g)).toHaveLength(60);
    expect(lines.slice(-2).map((line) => line.trim())).toEqual(['why: because', 'do: mend it']);
  });
});
