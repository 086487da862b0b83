import { RpcWalletNode } from './rpc-wallet-node';
import { json, raw, startScriptedServer, type ScriptedServer } from '../testing/scripted-server';

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}
type Said = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

const FROM = `0x${'b'.repeat(40)}`;
const TO = `0x${'d'.repeat(40)}`;
const HASH = `0x${'c'.repeat(64)}`;

let server: ScriptedServer;
let node: RpcWalletNode;
let said: Record<string, Said>;

beforeEach(async () => {
  server = await startScriptedServer();
  said = { eth_chainId: { result: '0x2105' } };
  server.reply = (request, response) => {
    const { id, method } = lastAsked();
    json(200, { jsonrpc: '2.0', id, ...said[method] })(request, response);
  };
  node = new RpcWalletNode({ url: `${server.url}/key-5ec2e7`, chainId: 8453, timeoutMs: 5_000 });
});
afterEach(async () => {
  node.close();
  await server.close();
});

const lastAsked = (): Asked => JSON.parse(server.received.at(-1)!.body) as Asked;
const block = (changed: object = {}): Said => ({
  result: { number: '0x101', timestamp: '0x65', hash: '0xAB', parentHash: '0xAC', baseFeePerGas: '0x7', ...changed },
});
const receipt = {
  transactionHash: HASH,
  blockHash: '0xAB10',
  blockNumber: '0x10',
  status: '0x1',
  gasUsed: '0x64',
  effectiveGasPrice: '0xa',
  logs: [],
};

describe('the newest block', () => {
  it('is shown with its base fee, its hash and that of the one below it', async () => {
    said['eth_getBlockByNumber'] = block();

    expect(await node.head()).toEqual({ number: 257, timestamp: 101, baseFee: 7n, hash: '0xAB', parent: '0xAC' });
    expect(lastAsked().params).toEqual(['latest', false]);
  });

  it('that costs nothing is one, and one without a base fee is none', async () => {
    said['eth_getBlockByNumber'] = block({ baseFeePerGas: '0x0' });
    expect(await node.head()).toMatchObject({ baseFee: 0n });
    said['eth_getBlockByNumber'] = block({ baseFeePerGas: undefined });
    await expect(node.head()).rejects.toThrow(`${new URL(server.url).host}: its blocks have no base fee`);
  });

  it('that will not be reorganised away is asked for by its tag, and has a number and a time alone', async () => {
    said['eth_getBlockByNumber'] = block();

    expect(await node.safeHead()).toEqual({ number: 257, timestamp: 101 });
    expect(lastAsked().params).toEqual(['safe', false]);
  });

  it.each([
    ['latest', () => node.head()],
    ['safe', () => node.safeHead()],
  ])('that a node does not know is a fault: %s', async (tag, ask) => {
    said['eth_getBlockByNumber'] = { result: null };

    await expect(ask()).rejects.toThrow(`${new URL(server.url).host} knows no ${tag} block`);
  });
});

describe('a receipt', () => {
  it.each<[string, object | null, object | null]>([
    ['of a transaction that is in no block', null, null],
    ['of one that waits', { ...receipt, blockNumber: null }, null],
    ['of a failure', { ...receipt, status: '0x0' }, { succeeded: false }],
    ['without a fee of the chain below', receipt, { succeeded: true, costWei: 1_000n }],
    ['with one', { ...receipt, l1Fee: '0x0a' }, { costWei: 1_010n }],
    ['whose hash is in another case', { ...receipt, transactionHash: HASH.toUpperCase() }, { hash: HASH }],
  ])('%s', async (_what, result, seen) => {
    said['eth_getTransactionReceipt'] = { result };

    const found = await node.receipt(HASH);

    if (seen === null) expect(found).toBeNull();
    else expect(found).toMatchObject(seen);
  });

  it.each<[string, string, string, object]>([
    ['as new as its block', '0x10', '0x10', { confirmations: 1, isSafe: true }],
    ['behind its block', '0xf', '0xf', { confirmations: 0, isSafe: false }],
    ['far behind its block', '0x5', '0x5', { confirmations: 0, isSafe: false }],
    ['further, and not safe', '0x11', '0xf', { confirmations: 2, isSafe: false }],
  ])('of a chain that is %s', async (_what, latest, safe, standing) => {
    server.reply = (request, response) => {
      const { id, method, params } = lastAsked();
      const number = { latest, safe }[params[0] as string] ?? '0x10';
      const result = method === 'eth_chainId' ? '0x2105' : { number, timestamp: '0x1', hash: '0xAB10' };
      json(200, { jsonrpc: '2.0', id, result })(request, response);
    };

    expect(await node.standing({ block: 16, blockHash: '0xab10' })).toEqual(standing);
  });
});

describe('a trial', () => {
  it.each([
    ['with a limit of gas', { gas: 257n }, { gas: '0x101' }],
    ['without one', {}, {}],
  ])('is made %s on the newest block', async (_what, given, sent) => {
    said['eth_call'] = { result: '0x01' };

    expect(await node.try(FROM, { to: TO, data: '0x12', ...given })).toEqual({ kind: 'returned', data: '0x01' });
    expect(lastAsked().params).toEqual([{ from: FROM, to: TO, data: '0x12', ...sent }, 'latest']);
  });

  it.each(['Execution Reverted', 'VM Exception: OUT OF GAS', 'revert'])('is a revert with %s', async (message) => {
    said['eth_call'] = { error: { code: -32_015, message } };

    expect(await node.try(FROM, { to: TO, data: '0x12' })).toEqual({ kind: 'reverted' });
  });

  it('is a revert where a node says so only within its fault', async () => {
    const within = { message: 'reverted', data: `0x08c379a0${'0'.repeat(62)}20${'0'.repeat(64)}` };
    said['eth_call'] = { error: { message: 'the call failed', data: within } } as unknown as Said;

    expect(await node.try(FROM, { to: TO, data: '0x12' })).toEqual({ kind: 'reverted' });
  });

  it('of a node of another chain is no verdict', async () => {
    said['eth_chainId'] = { result: '0x1' };

    await expect(node.try(FROM, { to: TO, data: '0x12' })).rejects.toThrow('chain 1');
  });
});

it.each<['latest' | 'pending' | number, string]>([
  ['pending', 'pending'],
  [257, '0x101'],
  [0, '0x0'],
])('the transactions of an account at %s are asked for at %s', async (at, sent) => {
  said['eth_getTransactionCount'] = { result: '0x7' };

  expect(await node.countOf(FROM, at)).toBe(7);
  expect(lastAsked().params).toEqual([FROM, sent]);
});

it.each([
  ['0x', false],
  ['0x00', true],
])('an account whose code is %s is a contract: %s', async (result, isContract) => {
  said['eth_getCode'] = { result };

  expect(await node.hasCode(FROM)).toBe(isContract);
});

it.each([
  ['already known', true],
  ['Transaction Already Imported', true],
  ['AlreadyKnown', true],
  ['known transaction', false],
])('a broadcast that is refused with %j is good: %s', async (message, isGood) => {
  said['eth_sendRawTransaction'] = { error: { code: -32_000, message } };

  expect(
    await node.broadcast('0x02').then(
      () => true,
      () => false,
    ),
  ).toBe(isGood);
  expect(lastAsked()).toMatchObject({ method: 'eth_sendRawTransaction', params: ['0x02'] });
});

it('a fault has the node, the method and at most 200 characters of what the node says', async () => {
  said['eth_getBalance'] = { error: { code: -32_000, message: 'x'.repeat(300) } };

  const { host } = new URL(server.url);
  await expect(node.etherOf(FROM)).rejects.toMatchObject({
    name: 'NodeFault',
    message: `${host}: eth_getBalance ${'x'.repeat(200)}`,
    rpcCode: -32_000,
  });
});

it.each([429, 503])('a node that refuses with %d is not asked again by itself', async (status) => {
  server.reply = raw(status, '');

  const reason = await node.etherOf(FROM).catch(String);

  expect(reason).toContain('eth_getBalance');
  expect(reason).not.toContain('5ec2e7');
  expect(server.received).toHaveLength(1);
});

it('questions that are asked at once go out one by one, since some nodes take no lists of them', async () => {
  said['eth_getBalance'] = { result: '0x5' };
  said['eth_maxPriorityFeePerGas'] = { result: '0x6' };

  await node.etherOf(FROM);
  expect(await Promise.all([node.etherOf(FROM), node.suggestedTip()])).toEqual([5n, 6n]);
  expect(server.received.every(({ body }) => !body.startsWith('['))).toBe(true);
});

it('one that was closed asks nothing any more', async () => {
  said['eth_getBalance'] = { result: '0x5' };
  node.close();

  await expect(node.etherOf(FROM)).rejects.toThrow();
  expect(server.received).toEqual([]);
});
