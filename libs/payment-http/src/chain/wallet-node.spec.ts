import { RpcWalletNode } from './rpc-wallet-node';
import { severalNodes } from './several-nodes';
import { startScriptedServer, type ScriptedServer } from '../testing';
import { paddedQuantities } from '../testing/padded-quantities';

const servers: ScriptedServer[] = [];
const nodes: RpcWalletNode[] = [];
afterEach(async () => {
  for (const node of nodes.splice(0)) node.close();
  for (const server of servers.splice(0)) await server.close();
});

type Said = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: readonly string[];
}

/** A node that answers each method by a script; what it has no answer to it never answers. */
async function nodeOf(
  script: Readonly<Record<string, Said | ((parameter: string) => Said)>>,
): Promise<{ node: RpcWalletNode; asked: string[] }> {
  const server = await startScriptedServer();
  const asked: string[] = [];
  server.reply = (_request, response) => {
    const { id, method, params } = JSON.parse(server.received.at(-1)!.body) as Asked;
    if (method !== 'eth_chainId') asked.push(method);
    const scripted = script[method] ?? (method === 'eth_chainId' ? { result: '0x2105' } : undefined);
    const said = typeof scripted === 'function' ? scripted(params[0]!) : scripted;
    const padded = paddedQuantities(method, params);
    if (padded.length > 0)
      response.end(
        JSON.stringify({
          jsonrpc: '2.0',
          id,
          ...refused(-32602, `hex number with leading zero digits: ${padded.join()}`),
        }),
      );
    else if (said) response.end(JSON.stringify({ jsonrpc: '2.0', id, ...said }));
  };
  const node = new RpcWalletNode({ url: `${server.url}/secret-of-the-operator`, chainId: 8453, timeoutMs: 500 });
  servers.push(server);
  nodes.push(node);
  return { node, asked };
}

const refused = (code: number, message: string): Said => ({ error: { code, message } });
const CALL = { to: `0x${'a'.repeat(40)}`, data: '0x12', gas: 5n };
const FROM = `0x${'b'.repeat(40)}`;
const HASH = `0x${'c'.repeat(64)}`;

const receipt = {
  transactionHash: HASH,
  blockHash: '0xAB10',
  blockNumber: '0x10',
  status: '0x1',
  gasUsed: '0x64',
  effectiveGasPrice: '0xa',
  l1Fee: '0x7',
  logs: [{ address: '0xAB', topics: ['0xCD'], data: '0xEF', logIndex: '0x2' }],
};

describe('a node of JSON-RPC', () => {
  it.each<[string, Said, string | null]>([
    ['what it returns', { result: '0x01' }, 'returned'],
    ['a revert by its code', refused(3, 'execution failed'), 'reverted'],
    ['a revert by its words', refused(-32000, 'execution reverted: TestUsdc: no'), 'reverted'],
    ['too little gas', refused(-32000, 'out of gas'), 'reverted'],
    ['a limit of the node is no verdict', refused(-32005, 'daily request limit exceeded'), null],
  ])('a trial: %s', async (_what, said, kind) => {
    const { node } = await nodeOf({ eth_call: said });

    if (kind === null) await expect(node.try(FROM, CALL)).rejects.toThrow('limit exceeded');
    else expect(await node.try(FROM, CALL)).toMatchObject({ kind });
  });

  it('a broadcast is good when the node has the transaction already, and no other refusal is', async () => {
    const { node } = await nodeOf({ eth_sendRawTransaction: refused(-32000, 'already known') });
    await node.broadcast('0x02');

    const other = await nodeOf({ eth_sendRawTransaction: refused(-32000, 'nonce too low') });
    await expect(other.node.broadcast('0x02')).rejects.toThrow('nonce too low');
  });

  it('what it says of URLs, which may hold keys, is not passed on', async () => {
    const { node } = await nodeOf({
      eth_sendRawTransaction: refused(-32000, 'ask https://node.example/key-5ec2e7 or http://other/5ec2e7 for it'),
    });

    await expect(node.broadcast('0x02')).rejects.toThrow('ask … or … for it');
  });

  it('a receipt has the cost, the rollup’s fee included, and no receipt but that of its hash is taken', async () => {
    const { node } = await nodeOf({ eth_getTransactionReceipt: { result: receipt } });

    expect(await node.receipt(HASH)).toEqual({
      hash: HASH,
      block: 16,
      blockHash: '0xab10',
      succeeded: true,
      costWei: 1_007n,
      logs: [{ address: '0xab', topics: ['0xcd'], data: '0xEF', index: 2 }],
    });
    await expect(node.receipt(`0x${'d'.repeat(64)}`)).rejects.toThrow('another receipt');
  });

  it.each([
    ['it has it', '0xAB10', { confirmations: 3, isSafe: true }],
    ['it has another one there', '0xAB11', 'gone'],
    ['it has none there', null, { confirmations: 0, isSafe: false }],
  ])('how a block stands in its chain: %s', async (_what, hash, standing) => {
    const heads: Record<string, string> = { latest: '0x12', safe: '0x10' };
    const blockAt = (at: string): Said => {
      if (!(at in heads)) return { result: hash && { number: at, timestamp: '0x1', hash } };
      return { result: { number: heads[at], timestamp: '0x1' } };
    };
    const { node } = await nodeOf({ eth_getBlockByNumber: blockAt });

    expect(await node.standing({ block: 16, blockHash: '0xab10' })).toEqual(standing);
  });

  it.each<[string, (node: RpcWalletNode) => Promise<unknown>, string, readonly unknown[], unknown]>([
    ['ether', (node) => node.etherOf(FROM), 'eth_getBalance', [FROM, 'latest'], 16n],
    ['transactions', (node) => node.countOf(FROM, 'pending'), 'eth_getTransactionCount', [FROM, 'pending'], 16],
    ['code', (node) => node.hasCode(FROM), 'eth_getCode', [FROM, 'latest'], true],
    ['the tip', (node) => node.suggestedTip(), 'eth_maxPriorityFeePerGas', [], 16n],
  ])('%s of an account is asked for as the methods want it', async (_what, ask, method, params, answer) => {
    const { node } = await nodeOf({ [method]: { result: '0x10' } });

    expect(await ask(node)).toBe(answer);
    const { method: last, params: sent } = JSON.parse(servers.at(-1)!.received.at(-1)!.body) as Asked;
    expect([last, sent]).toEqual([method, params]);
  });

  it('blocks are asked for by their number without a zero before it, which many nodes refuse', async () => {
    const blockAt = (at: string): Said => ({
      result: { number: at === '0x101' ? at : '0x103', timestamp: '0x1', hash: '0xAB' },
    });
    const { node } = await nodeOf({
      eth_getBlockByNumber: blockAt,
      eth_getTransactionCount: { result: '0x7' },
      eth_call: { result: '0x' },
    });

    expect(await node.standing({ block: 257, blockHash: '0xab' })).toEqual({ confirmations: 3, isSafe: true });
    expect(await node.countOf(FROM, 257)).toBe(7);
    expect(await node.try(FROM, { ...CALL, gas: 257n })).toEqual({ kind: 'returned', data: '0x' });
  });

  it('one of another chain knows nothing of ours, until it is ours', async () => {
    let chain = '0x1';
    const { node, asked } = await nodeOf({
      eth_chainId: () => ({ result: chain }),
      eth_getBalance: { result: '0x5' },
    });

    await expect(node.etherOf(FROM)).rejects.toThrow(
      /it is a node of chain 1, not of 8453: correct RPC_URL or NETWORK/,
    );
    await expect(node.etherOf(FROM)).rejects.toThrow('chain 1');
    expect(asked).toEqual([]);
    chain = '0x2105';
    expect(await node.etherOf(FROM)).toBe(5n);
  });

  it('one that never answers fails after its time, and its URL stays out of the reason', async () => {
    const { node } = await nodeOf({});

    const reason = await node.head().catch(String);
    expect(reason).toMatch(/eth_getBlockByNumber/);
    expect(reason).not.toContain('secret');
  });
});

describe('several nodes', () => {
  it('the next one is asked when one fails, and a verdict is no failure', async () => {
    const [down, good] = [
      await nodeOf({ eth_call: refused(-32005, 'limit') }),
      await nodeOf({ eth_call: { result: '0x' } }),
    ];
    const reverting = await nodeOf({ eth_call: refused(3, 'reverted') });

    expect(await severalNodes([down.node, good.node]).try(FROM, CALL)).toMatchObject({ kind: 'returned' });
    expect(await severalNodes([reverting.node, good.node]).try(FROM, CALL)).toEqual({ kind: 'reverted' });
    expect(good.asked).toEqual(['eth_call']);
    await expect(severalNodes([down.node]).try(FROM, CALL)).rejects.toThrow('limit');
  });

  it('a transaction goes to all; a receipt of any counts, and the smallest nonce', async () => {
    const one = await nodeOf({
      eth_sendRawTransaction: refused(-32000, 'busy'),
      eth_getTransactionReceipt: { result: null },
      eth_getTransactionCount: { result: '0x9' },
    });
    const other = await nodeOf({
      eth_sendRawTransaction: { result: HASH },
      eth_getTransactionReceipt: { result: receipt },
      eth_getTransactionCount: { result: '0x7' },
    });
    const both = severalNodes([one.node, other.node]);

    await both.broadcast('0x02');
    expect([one.asked, other.asked]).toEqual([['eth_sendRawTransaction'], ['eth_sendRawTransaction']]);
    expect((await both.receipt(HASH))?.block).toBe(16);
    expect(await both.countOf(FROM, 'latest')).toBe(7);
  });
});
