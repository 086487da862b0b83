import { json, startScriptedServer, type ScriptedServer } from '../testing/scripted-server';
import { startShopApp, type ShopApp } from './testing/shop-app';

let node: ScriptedServer;
let app: ShopApp;
afterEach(async () => {
  await app.close();
  await node.close();
});

/** A node of a chain on which nothing happens, and whose blocks are as late as that. */
async function startNode(safeSeconds: number): Promise<void> {
  node = await startScriptedServer();
  const hash = `0x${'ab'.repeat(32)}`;
  const zero = '0x0';
  const block = {
    ...{
      number: '0x10',
      timestamp: `0x${safeSeconds.toString(16)}`,
      hash,
      parentHash: hash,
      nonce: `0x${'0'.repeat(16)}`,
    },
    ...{
      difficulty: zero,
      gasLimit: zero,
      gasUsed: zero,
      miner: `0x${'cd'.repeat(20)}`,
      extraData: '0x',
      transactions: [],
    },
  };
  const results: Readonly<Record<string, unknown>> = {
    eth_chainId: '0x14a34',
    eth_getBlockByNumber: block,
    eth_getLogs: [],
    eth_call: `0x${'0'.repeat(64)}`,
  };
  node.reply = (request, response) => {
    const { id, method } = JSON.parse(node.received.at(-1)!.body) as { readonly id: number; readonly method: string };
    json(200, { jsonrpc: '2.0', id, result: results[method] })(request, response);
  };
}

test.each([
  ['has no chance any more, where its time is over there', 3_600, 402, 'payment_expired'],
  ['stays in doubt, where it is not', 0, 503, 'settlement_unknown'],
])('a payment in doubt that the chain does not hold %s', async (_what, aheadSeconds, status, code) => {
  await startNode(Math.floor(Date.now() / 1_000) + aheadSeconds);
  app = await startShopApp({ rpcUrls: [node.url] });
  app.facilitator.settleScript.push('lost_before', 'lost_before', 'lost_before');
  const headers = app.pay('/jokes/cats');
  expect((await fetch(`${app.url}/jokes/cats`, { headers })).status).toBe(503);

  const again = await fetch(`${app.url}/jokes/cats`, { headers });

  expect(again.status).toBe(status);
  expect(await again.json()).toMatchObject({ error: { code } });
  expect(app.facilitator.transfers.size).toBe(0);
});
