import { feedBytes, smallFeed, smallList } from '@stackcheck/datasets/testing';
import { TEST_WALLET } from '@stackcheck/payment-x402/testing';
import { DataFolder } from '../testing/data-folder';
import { callTool, toolPayment, type McpReply } from '../testing/mcp-calls';
import { startStarterApi, type StarterApi, type StarterApiOptions } from '../testing/starter-api';

const ARGS = { product: 'php' };

let api: StarterApi | undefined;
afterEach(() => api?.close());

async function start(options: StarterApiOptions): Promise<StarterApi> {
  return (api = await startStarterApi(options));
}

/** The code of an error that offers nothing. */
function codeOf({ result }: McpReply): string {
  expect(result).toMatchObject({ isError: true });
  expect(result!.structuredContent).not.toHaveProperty('accepts');
  return (result!.structuredContent['error'] as { code: string }).code;
}

test('without data, without payments and while paused nothing is offered; free tools still answer', async () => {
  const empty = await start({ publish: false });
  expect(codeOf(await callTool(empty.url, 'get_lifecycle', ARGS))).toBe('dataset_unavailable');
  await empty.close();
  const off = await start({ env: { PAYMENTS_MODE: 'off' } });
  expect(codeOf(await callTool(off.url, 'get_lifecycle', ARGS))).toBe('payments_unconfigured');
  await off.close();
  const paused = await start({ env: { PAUSED: 'true' } });
  expect(codeOf(await callTool(paused.url, 'get_lifecycle', ARGS))).toBe('paused');

  expect((await callTool(paused.url, 'list_products', {})).result!.isError).toBeUndefined();
});

test('a payer on the block list is refused: nothing is verified, settled or offered', async () => {
  const env = {
    PAYMENTS_MODE: 'facilitator',
    FACILITATOR_URL: 'https://facilitator.example',
    PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  };
  const own = await start({ publish: false, env });
  const folder = new DataFolder(own.dataDir, own.clock);
  await folder.ingest('eol', feedBytes(smallFeed()));
  await folder.ingest('sanctions', smallList([TEST_WALLET.address]));
  await own.refresh();
  const payment = toolPayment(own, 'get_lifecycle', ARGS);

  expect(codeOf(await callTool(own.url, 'get_lifecycle', ARGS, { payment }))).toBe('payer_blocked');
  expect(own.facilitator.verifyRequests).toHaveLength(0);
  expect(own.facilitator.settleRequests).toHaveLength(0);
});
