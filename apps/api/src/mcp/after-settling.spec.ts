import { setTimeout as sleep } from 'node:timers/promises';
import { paidResult } from '@stackcheck/mcp-tools';
import { callTool, toolPayment } from '../testing/mcp-calls';
import { startStarterApi, type StarterApi } from '../testing/starter-api';
import { paidReply } from './paid-reply';

jest.mock('./paid-reply');
jest.mock('@stackcheck/mcp-tools', () => {
  const real = jest.requireActual<typeof import('@stackcheck/mcp-tools')>('@stackcheck/mcp-tools');
  return { ...real, paidResult: jest.fn(real.paidResult) };
});

const CHECK = { items: [{ product: 'nodejs', version: '24' }] };

let api: StarterApi;
let written = '';
beforeAll(async () => {
  const real = jest.requireActual<typeof import('./paid-reply')>('./paid-reply');
  jest.mocked(paidReply).mockImplementation(real.paidReply);
  const keep = (text: string | Uint8Array): void => void (written += text.toString());
  api = await startStarterApi({ env: { LOG_LEVEL: 'info' }, overrides: { log: { write: keep } } });
});
afterAll(() => api.close());

/** Lines of the log about paid calls of the tool; others have none at this level. */
const logged = (): number => written.split('"route":"mcp_check_versions"').length - 1;
const fault = (): never => {
  throw new Error('a fault of ours');
};

test.each<[string, () => void]>([
  ['its result cannot be made', () => void jest.mocked(paidResult).mockImplementationOnce(fault)],
  ['its reply cannot be made', () => void jest.mocked(paidReply).mockImplementationOnce(fault)],
  [
    'its head cannot be written',
    () => void jest.mocked(paidReply).mockImplementationOnce(() => ({ length: 'two\nlines' }) as never),
  ],
])('a caller that paid never reads that nothing was charged when %s, and the payment is owed', async (_, fail) => {
  const payment = toolPayment(api, 'check_versions', CHECK);
  written = '';
  fail();

  const broken = await callTool(api.url, 'check_versions', CHECK, { payment });
  // Longer than a delivered answer is given again.
  api.clock.advance(360_000);
  const again = await callTool(api.url, 'check_versions', CHECK, { payment });

  expect(broken.text).toContain('if this payment was settled, the same request with it gives the answer');
  expect(again.result).toMatchObject({ structuredContent: { data: { matched: 1 } } });
  expect(again.result!.isError).toBeUndefined();
  // Requests are logged when their connections are done with them.
  for (let tries = 0; tries < 500 && logged() < 2; tries++) await sleep(10);
  expect(logged()).toBe(2);
});
