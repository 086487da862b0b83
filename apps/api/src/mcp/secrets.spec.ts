import request from 'supertest';
import { callTool, ask, payloadOf, toolPayment } from '../testing/mcp-calls';
import { startStarterApi, WORK_TAKES_NO_TIME, type StarterApi } from '../testing/starter-api';

const MARK = 'pl4nted';

let api: StarterApi;
let written = '';
beforeAll(async () => {
  const keep = (text: string | Uint8Array): void => void (written += text.toString());
  api = await startStarterApi({
    env: { LOG_LEVEL: 'debug' },
    overrides: { ...WORK_TAKES_NO_TIME, log: { write: keep } },
  });
});
afterAll(() => api.close());

test('nothing of a payment or of arguments reaches the log', async () => {
  const args = { image: `node:24-${MARK}` };
  const payment = toolPayment(api, 'check_image', args);
  const { signature, authorization } = (
    payloadOf(payment) as { payload: { signature: string; authorization: { nonce: string; from: string } } }
  ).payload;
  const bought = await callTool(api.url, 'check_image', args, { payment });
  await callTool(api.url, `${MARK}_tool`, { [MARK]: MARK });
  await callTool(api.url, 'validate_id', { dataset: 'eol', id: MARK });
  await ask(api.url, MARK, { [MARK]: MARK });
  await ask(api.url, 'tools/call', { name: 'check_image', arguments: args, _meta: { 'x402/payment': MARK } });
  await ask(api.url, 'tools/call', { name: 'check_image', arguments: args, _meta: { 'x402/payment': { x: MARK } } });
  await request(api.url).post(`/mcp?${MARK}`).type('text/plain').set('Mcp-Name', MARK).send(MARK);

  expect(bought.result!.isError).toBeUndefined();
  expect(written).toContain('"route":"mcp_check_image"');
  for (const secret of [MARK, signature.slice(2), authorization.nonce.slice(2), authorization.from.slice(12)]) {
    expect(written.toLowerCase()).not.toContain(secret.toLowerCase());
  }
});
