import { setTimeout as sleep } from 'node:timers/promises';
import { callFrom, hold, type HeldConnection } from '../testing/call-from';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const TARGET = '/v1/eol/nodejs';
const STALLED = 'POST /v1/eol/check HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{';
/** So that a second request which stalls is answered within the test, and no other is late on a busy machine. */
const serverLimits = { headersTimeoutMs: 1_000, requestTimeoutMs: 1_000, checkEveryMs: 50 };

let api: StarterApi;
const held: HeldConnection[] = [];
beforeAll(async () => {
  api = await startStarterApi({ overrides: { serverLimits } });
});
afterAll(() => api.close());
afterEach(() => held.splice(0).forEach(({ socket }) => socket.destroy()));

const open = async (bytes: string): Promise<HeldConnection> => {
  const connection = await hold('127.0.0.1', api.url, bytes);
  held.push(connection);
  return connection;
};

/** Resolves when the server has looked at everything that was sent before. */
const isRead = async (): Promise<void> => void (await callFrom('127.0.0.2', `${api.url}/livez`));
/** Resolves when a body that began to stall now was given up. */
const isGivenUp = async (): Promise<void> => {
  const other = await open(STALLED.replace('/v1/eol/check', '/livez'));
  await new Promise((resolve) => other.socket.once('close', resolve).once('end', resolve));
};

test.each<[string, string, () => Promise<void>]>([
  [
    'a body in broken chunks',
    'POST /v1/eol/check HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
    isRead,
  ],
  ['what is no request', 'hello\r\n\r\n', isRead],
  ['what is no request, in pieces', 'hello\r\n\r\n|hello|hello', isRead],
  ['a CONNECT', 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n', isRead],
  ['a body that stalls', STALLED, isGivenUp],
])('the answer of a payment under way comes before anything that is said of %s', async (_, second, isSeen) => {
  let goOn = (): void => undefined;
  api.facilitator.pause = new Promise((resolve) => (goOn = resolve));
  const settled = api.facilitator.settleRequests.length;
  const paying = `PAYMENT-SIGNATURE: ${api.payment('service_eol_product', TARGET)}`;
  const { socket, received, statuses } = await open(`GET ${TARGET} HTTP/1.1\r\nHost: x\r\n${paying}\r\n\r\n`);
  const ended = new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
  while (api.facilitator.settleRequests.length === settled) await sleep(5);

  for (const piece of second.split('|')) {
    socket.write(piece);
    await isSeen();
  }
  expect(received()).toBe('');
  goOn();
  await ended;

  expect(statuses()[0]).toBe(200);
  expect(JSON.parse(received().split('\r\n\r\n')[1]!.split('HTTP/1.1')[0]!)).toMatchObject({ data: {} });
});
