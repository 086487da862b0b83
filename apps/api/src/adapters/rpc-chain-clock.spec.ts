import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RpcChainClock } from './rpc-chain-clock';

const servers: Server[] = [];
let chain: RpcChainClock | undefined;

afterEach(async () => {
  await chain?.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A source that answers every call so; a number is the timestamp of its head. */
async function source(answer: number | string | null): Promise<string> {
  const server = createServer((request, response) => {
    if (answer === null) return;
    request.resume();
    response.end(
      typeof answer === 'string'
        ? answer
        : JSON.stringify({ jsonrpc: '2.0', id: 1, result: { number: '0x1', timestamp: `0x${answer.toString(16)}` } }),
    );
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/key`;
}

async function head(...answers: (number | string | null)[]): Promise<number | null> {
  chain = new RpcChainClock(await Promise.all(answers.map(source)), 200);
  return chain.headSeconds();
}

describe('the chain’s time over JSON-RPC', () => {
  test('is the timestamp of the newest head that any source knows', async () => {
    expect(await head(1_800_000_000, 1_800_000_004)).toBe(1_800_000_004);
  });

  test('a silent source does not hide the other', async () =>
    expect(await head(null, 1_800_000_000)).toBe(1_800_000_000));

  test.each<[string, string | null]>([
    ['silence', null],
    ['no JSON', '<html>'],
    ['null', 'null'],
    ['an error', '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"x"}}'],
    ['no block yet', '{"jsonrpc":"2.0","id":1,"result":null}'],
    ['a decimal timestamp', '{"jsonrpc":"2.0","id":1,"result":{"timestamp":"1800000000"}}'],
  ])('%s tells no time', async (_name, answer) => expect(await head(answer)).toBeNull());

  test('a source that refuses connections tells no time', async () => {
    chain = new RpcChainClock(['http://127.0.0.1:1/'], 200);

    expect(await chain.headSeconds()).toBeNull();
  });
});
