import { addressTopic, AUTHORIZATION_CANCELED, AUTHORIZATION_USED } from '@stackcheck/payment-x402/evidence';
import { id, toBeHex, toQuantity, zeroPadValue } from 'ethers';
import { json, raw, startScriptedServer, type ScriptedServer } from '../testing/scripted-server';
import { paddedQuantities } from '../testing/padded-quantities';
import { ethCallOf } from './eth-call';
import { RpcEndpoint } from './rpc-endpoint';

const CHAIN = 84_532;
const ASSET = `0x${'a5'.repeat(20)}`;
const PAYER = `0x${'b6'.repeat(20)}`;
const PAYEE = `0x${'c7'.repeat(20)}`;
const NONCE = `0x${'d8'.repeat(32)}`;
const KEY = { asset: ASSET, payer: PAYER, nonce: NONCE };
const HASH = `0x${'e9'.repeat(32)}`;
const TRUE = toBeHex(1, 32);

interface Call {
  readonly jsonrpc: string;
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

let server: ScriptedServer;
let endpoint: RpcEndpoint;
let results: Record<string, (params: readonly unknown[]) => unknown>;

beforeEach(async () => {
  server = await startScriptedServer();
  results = { eth_chainId: () => toQuantity(CHAIN) };
  server.reply = (request, response) => {
    const { id: number, method, params } = callsOf().at(-1)!;
    const padded = paddedQuantities(method, params);
    const refused = { error: { code: -32602, message: `hex number with leading zero digits: ${padded.join()}` } };
    const said = padded.length > 0 ? refused : { result: results[method]?.(params) ?? null };
    json(200, { jsonrpc: '2.0', id: number, ...said })(request, response);
  };
  endpoint = new RpcEndpoint({ url: `${server.url}/key-5ec2e7`, chainId: CHAIN, timeoutMs: 1_500 });
});
afterEach(async () => {
  endpoint.close();
  await server.close();
});

const callsOf = (): readonly Call[] => server.received.map(({ body }) => JSON.parse(body) as Call);
const asked = (): readonly string[] => callsOf().map(({ method }) => method);

const block = (number: number): object => ({
  number: toQuantity(number),
  timestamp: toQuantity(1_700_000_000 + number),
  hash: HASH,
  parentHash: HASH,
  nonce: '0x0000000000000000',
  difficulty: '0x0',
  gasLimit: '0x1',
  gasUsed: '0x1',
  miner: PAYER,
  extraData: '0x',
  baseFeePerGas: '0x1',
  transactions: [],
});
const log = (topics: readonly string[], index = 0, data = '0x', address = ASSET): object => ({
  address,
  topics,
  data,
  blockNumber: toQuantity(4_001),
  blockHash: HASH,
  transactionHash: HASH,
  transactionIndex: '0x0',
  logIndex: toQuantity(index),
  removed: false,
});
const receipt = (status: number, logs: readonly object[]): object => ({
  transactionHash: HASH,
  transactionIndex: '0x0',
  blockHash: HASH,
  blockNumber: toQuantity(4_001),
  from: PAYER,
  to: ASSET,
  contractAddress: null,
  gasUsed: '0x1',
  cumulativeGasUsed: '0x1',
  effectiveGasPrice: '0x1',
  logsBloom: `0x${'00'.repeat(256)}`,
  type: '0x2',
  status: toQuantity(status),
  logs,
});
const USED = [AUTHORIZATION_USED, addressTopic(PAYER), NONCE];
const MOVED = [id('Transfer(address,address,uint256)'), addressTopic(PAYER), addressTopic(PAYEE)];

describe('a node as a witness', () => {
  it.each([
    ['newest', 'latest', () => endpoint.head()],
    ['safe', 'safe', () => endpoint.safeHead()],
  ])('shows its %s block, and is asked once for its chain', async (_what, tag, ask) => {
    results['eth_getBlockByNumber'] = ([at]) => (at === tag ? block(77) : null);

    expect(await ask()).toEqual({ number: 77, timestamp: 1_700_000_077 });
    await ask();
    expect(asked()).toEqual(['eth_chainId', 'eth_getBlockByNumber', 'eth_getBlockByNumber']);
  });

  it('of another chain is not believed', async () => {
    results['eth_chainId'] = () => '0x1';
    results['eth_getBlockByNumber'] = () => block(77);

    await expect(endpoint.head()).rejects.toThrow('it is a node of chain 1, not of 84532');
    await expect(endpoint.isSpent(KEY, 5)).rejects.toThrow('chain 1');
    await expect(endpoint.findUse(KEY, { from: 1, to: 2 })).rejects.toThrow('chain 1');
    expect(new Set(asked())).toEqual(new Set(['eth_chainId']));
  });

  it('is asked for its newest block each time', async () => {
    results['eth_getBlockByNumber'] = () => block(77);
    await endpoint.head();
    results['eth_getBlockByNumber'] = () => block(78);

    expect((await endpoint.head()).number).toBe(78);
  });

  it('is asked one question at a time, and not again where it refuses', async () => {
    results['eth_getBlockByNumber'] = () => block(77);
    await endpoint.head();
    await Promise.all([endpoint.head(), endpoint.safeHead()]);
    expect(server.received.every(({ body }) => !body.startsWith('['))).toBe(true);

    server.received.length = 0;
    server.reply = raw(429, '');
    await expect(endpoint.head()).rejects.toThrow();
    expect(server.received).toHaveLength(1);
  });

  it('that was closed is asked nothing any more', async () => {
    endpoint.close();

    await expect(endpoint.head()).rejects.toThrow();
    expect(server.received).toEqual([]);
  });

  it('that knows no such block says so, and never where it is', async () => {
    const fault = await endpoint.safeHead().catch((error: unknown) => String(error));

    expect(fault).toContain('the node knows no safe block');
    expect(fault).not.toContain('5ec2e7');
    expect(endpoint.name).toBe(server.url.slice('http://'.length));
  });

  it.each([
    [TRUE, true],
    [toBeHex(0, 32), false],
  ])('is asked at a block whether an authorization is spent: %s', async (answer, isSpent) => {
    results['eth_call'] = () => answer;

    expect(await endpoint.isSpent(KEY, 4_001)).toBe(isSpent);
    const [call, at] = callsOf().at(-1)!.params as [{ readonly to: string; readonly data: string }, string];
    expect([call.to, at]).toEqual([ASSET, '0xfa1']);
    expect(call.data).toBe(
      `${id('authorizationState(address,bytes32)').slice(0, 10)}${zeroPadValue(PAYER, 32).slice(2)}${NONCE.slice(2)}`,
    );
  });

  it('is asked for the use of an authorization in ranges that providers take, without a gap', async () => {
    results['eth_getLogs'] = () => [];

    expect(await endpoint.findUse(KEY, { from: 1, to: 4_500 })).toBeNull();
    const filters = callsOf().flatMap(({ method, params: [filter] }) => (method === 'eth_getLogs' ? [filter] : []));
    expect(filters).toEqual(
      [
        [1, 2_000],
        [2_001, 4_000],
        [4_001, 4_500],
      ].map(([from, to]) => ({
        address: ASSET,
        topics: [[AUTHORIZATION_CANCELED, AUTHORIZATION_USED].sort(), addressTopic(PAYER), NONCE],
        fromBlock: toQuantity(from!),
        toBlock: toQuantity(to!),
      })),
    );
  });

  it('shows what a use transferred, by the logs of the token alone', async () => {
    results['eth_getLogs'] = ([filter]) => ((filter as { fromBlock: string }).fromBlock === '0x1' ? [] : [log(USED)]);
    const elsewhere = log(MOVED, 1, toBeHex(9, 32), PAYEE);
    results['eth_getTransactionReceipt'] = () => receipt(1, [log(USED), elsewhere, log(MOVED, 2, toBeHex(1_000, 32))]);

    expect(await endpoint.findUse(KEY, { from: 1, to: 4_500 })).toEqual({
      kind: 'used',
      block: 4_001,
      transaction: HASH,
      transfer: { from: PAYER, to: PAYEE, value: 1_000n },
    });
  });

  it('shows that an authorization was cancelled', async () => {
    results['eth_getLogs'] = () => [log([AUTHORIZATION_CANCELED, addressTopic(PAYER), NONCE])];

    expect(await endpoint.findUse(KEY, { from: 1, to: 9 })).toEqual({ kind: 'cancelled', block: 4_001 });
    expect(asked()).not.toContain('eth_getTransactionReceipt');
  });

  it.each([
    ['none', null],
    ['one of a failure', receipt(0, [log(USED)])],
  ])('is not believed where the receipt of the event is %s', async (_what, found) => {
    results['eth_getLogs'] = () => [log(USED)];
    results['eth_getTransactionReceipt'] = () => found;

    await expect(endpoint.findUse(KEY, { from: 1, to: 9 })).rejects.toThrow('no good receipt');
  });
});

describe('a call of a contract', () => {
  it('goes to the node’s whole URL as JSON-RPC, and gives what it returned', async () => {
    results['eth_call'] = () => '0x2a';

    expect(await ethCallOf(`${server.url}/v2/key?a=b`)(ASSET, '0x1234')).toBe('0x2a');

    const [{ method, url, headers, body }] = server.received as [(typeof server.received)[0]];
    expect([method, url, headers.accept]).toEqual(['POST', '/v2/key?a=b', 'application/json']);
    expect(JSON.parse(body)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      params: [{ to: ASSET, data: '0x1234' }, 'latest'],
    });
  });

  it.each([
    [
      'a refusal',
      json(200, { jsonrpc: '2.0', id: 1, error: { code: 3, message: 'reverted' } }),
      'the node refused the call',
    ],
    ['null', json(200, null), 'the node refused the call'],
    ['a fault', json(500, { result: '0x2a' }), 'the node answered 500'],
    ['no JSON', raw(200, '<html>'), 'the node sent no JSON'],
  ])('fails with %s, and never says where the node is', async (_what, reply, message) => {
    server.reply = reply;

    const fault = await ethCallOf(`${server.url}/key-5ec2e7`)(ASSET, '0x').catch((error: unknown) => error);

    expect(String(fault)).toBe(`Error: ${message}`);
  });

  it('fails when the node cannot be asked', async () => {
    await server.close();

    await expect(ethCallOf(server.url, 200)(ASSET, '0x')).rejects.toThrow('the node could not be asked');
  });
});
