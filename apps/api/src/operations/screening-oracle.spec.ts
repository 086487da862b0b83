import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FixedClock } from '@stackcheck/contract/testing';
import { Interface } from 'ethers';
import { ethCallOf } from '@stackcheck/payment-http/chain';
import { sanctionsOracle, type EthCall, type SanctionsOracle } from './screening-oracle';

const CONTRACT = '0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B';
const YES = `0x${'0'.repeat(63)}1`;
const NO = `0x${'0'.repeat(64)}`;
const payer = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;
const never: EthCall = () => new Promise(() => undefined);

const clock = new FixedClock('2026-11-20T12:00:00.000Z');
let failures: string[];
beforeEach(() => void (failures = []));

function oracle(calls: readonly EthCall[], budgetMs = 200): SanctionsOracle {
  return sanctionsOracle({
    contract: CONTRACT,
    calls,
    clock,
    budgetMs,
    onFailure: (reason) => void failures.push(reason),
  });
}

describe('the oracle', () => {
  test.each<[string, EthCall[], boolean | 'unknown', RegExp | undefined]>([
    ['a yes', [async () => YES], true, undefined],
    ['a no', [async () => NO], false, undefined],
    ['no contract there', [async () => '0x'], 'unknown', /no boolean/],
    ['another contract', [async () => `0x${'f'.repeat(64)}`], 'unknown', /no boolean/],
    ['a node that is down', [() => Promise.reject(new Error('down'))], 'unknown', /down/],
    ['a node that hangs', [never], 'unknown', /no answer within/],
    ['one node down, the other up', [() => Promise.reject(new Error('down')), async () => YES], true, undefined],
    ['one node hanging, the other up', [never, async () => NO], false, undefined],
  ])('%s', async (_name, calls, expected, reason) => {
    expect(await oracle(calls).isSanctioned(payer(1))).toBe(expected);
    expect(failures).toEqual(reason ? [expect.stringMatching(reason)] : []);
  });

  test('asks the contract by its function', async () => {
    const asked: [string, string][] = [];
    await oracle([
      async (to, data) => {
        asked.push([to, data]);
        return NO;
      },
    ]).isSanctioned(payer(7));

    const [decoded] = new Interface(['function isSanctioned(address) view returns (bool)']).decodeFunctionData(
      'isSanctioned',
      asked[0]![1],
    ) as unknown as [string];
    expect([asked[0]![0], decoded.toLowerCase()]).toEqual([CONTRACT, payer(7)]);
  });

  test('keeps answers for a day, and no failures', async () => {
    const answers = [NO, '0x', YES];
    const one = oracle([async () => answers.shift()!]);

    expect(await one.isSanctioned(payer(1))).toBe(false);
    clock.advance(24 * 3_600_000 - 1);
    expect(await one.isSanctioned(payer(1))).toBe(false);
    clock.advance(1);
    expect(await one.isSanctioned(payer(1))).toBe('unknown');
    expect(await one.isSanctioned(payer(1))).toBe(true);
  });

  test('keeps the answers of many payers at once', async () => {
    const asked: string[] = [];
    const one = oracle([
      async (_to, data) => {
        asked.push(`0x${data.slice(-40)}`);
        return data.endsWith('2') ? YES : NO;
      },
    ]);
    const verdicts = async () => [
      await one.isSanctioned(payer(1)),
      await one.isSanctioned(payer(2)),
      await one.isSanctioned(payer(3)),
    ];

    expect([await verdicts(), await verdicts()]).toEqual([
      [false, true, false],
      [false, true, false],
    ]);
    expect(asked).toEqual([payer(1), payer(2), payer(3)]);
  });

  test('keeps a bounded number of answers, the newest', async () => {
    let calls = 0;
    const one = oracle([
      async () => {
        calls += 1;
        return NO;
      },
    ]);
    for (let number = 0; number <= 10_000; number += 1) await one.isSanctioned(payer(number));

    await one.isSanctioned(payer(10_000));
    expect(calls).toBe(10_001);
    await one.isSanctioned(payer(0));
    expect(calls).toBe(10_002);
  });

  test('asks once about a payer at a time, and about few payers at once', async () => {
    const waiting: (() => void)[] = [];
    const one = oracle([() => new Promise((resolve) => waiting.push(() => resolve(NO)))], 5_000);

    const twice = [one.isSanctioned(payer(1)), one.isSanctioned(payer(1))];
    const others = Array.from({ length: 30 }, (_, index) => one.isSanctioned(payer(index + 2)));
    expect(waiting).toHaveLength(16);
    for (const answer of waiting) answer();

    expect(await Promise.all(twice)).toEqual([false, false]);
    expect((await Promise.all(others)).filter((verdict) => verdict === 'unknown')).toHaveLength(15);
  });
});

describe('a node over HTTP', () => {
  let server: Server;
  let answer: RequestListener;
  beforeAll((done) => {
    server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1', done);
  });
  afterAll((done) => {
    server.closeAllConnections();
    server.close(done);
  });
  const call = (): Promise<string> =>
    ethCallOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/key?also=secret`, 300)(CONTRACT, '0x12');

  test('is asked as JSON-RPC says', async () => {
    let asked: unknown;
    answer = async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      asked = [request.url, JSON.parse(Buffer.concat(chunks).toString())];
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: YES }));
    };

    expect(await call()).toBe(YES);
    expect(asked).toEqual([
      '/key?also=secret',
      { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: CONTRACT, data: '0x12' }, 'latest'] },
    ]);
  });

  test.each<[string, RequestListener]>([
    ['an error', (_q, r) => r.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"x"}}')],
    ['a server error', (_q, r) => r.writeHead(500).end()],
    ['no JSON', (_q, r) => r.end('<p>')],
    ['nothing', (_q, r) => r.destroy()],
    ['silence', () => undefined],
  ])('rejects on %s, without telling its URL', async (_name, listener) => {
    answer = listener;

    const reason = await call().catch((error: Error) => error.message);

    expect(reason).toMatch(/^the node /);
    expect(reason).not.toMatch(/secret|key/);
  });
});
