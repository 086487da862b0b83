import { hold, type HeldConnection } from '../testing/call-from';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const CLIENT = '127.0.0.7';
const TARGET = '/v1/eol/nodejs';

let api: StarterApi;
let held: HeldConnection | undefined;
/** What the next verifications wait for. */
let verifying: Promise<void>;
let letGo: () => void;

beforeEach(async () => {
  api = await startStarterApi();
  verifying = new Promise((resolve) => (letGo = resolve));
  const verify = api.facilitator.verify.bind(api.facilitator);
  api.facilitator.verify = async (request) => {
    const outcome = await verify(request);
    await verifying;
    return outcome;
  };
});
afterEach(async () => {
  letGo();
  held?.socket.destroy();
  await api.close();
});

const soon = (ms = 50): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; !holds() && tries < 200; tries++) await soon(25);
};
const get = (payment: string): string => `GET ${TARGET} HTTP/1.1\r\nHost: x\r\nPAYMENT-SIGNATURE: ${payment}\r\n\r\n`;
const verified = (): Promise<void> => until(() => api.facilitator.verifyRequests.length > 0);

describe('a client that has gone before anything is written', () => {
  test.each([
    ['closes its connection', ({ socket }: HeldConnection) => socket.destroy()],
    ['resets it', ({ socket }: HeldConnection) => socket.resetAndDestroy()],
  ])('and %s is charged nothing, and its payment is free at once', async (_name, leave) => {
    const payment = api.payment('service_eol_product', TARGET);
    held = await hold(CLIENT, api.url, get(payment));
    await verified();
    leave(held);
    await soon(100);
    letGo();
    await soon(300);

    expect(api.facilitator.settleRequests).toHaveLength(0);
    const again = await fetch(api.url + TARGET, { headers: { 'PAYMENT-SIGNATURE': payment } });
    expect(again.status).toBe(200);
    expect(api.facilitator.transfers.size).toBe(1);
  });
});

describe('a half-closed connection', () => {
  test.each([
    ['right after its request', async () => undefined],
    ['while the facilitator verifies', verified],
  ])('that was closed %s gets its answer, and is charged once', async (_name, moment) => {
    held = await hold(CLIENT, api.url, get(api.payment('service_eol_product', TARGET)));
    await moment();
    held.socket.end();
    await soon(100);
    letGo();
    await until(() => held!.statuses().includes(200));

    expect(held.statuses().filter((status) => status !== 100)).toEqual([200]);
    expect(held.received()).toContain('"product":"nodejs"');
    expect(api.facilitator.transfers.size).toBe(1);
  });

  test('with a body gets its answer, too', async () => {
    letGo();
    const target = '/v1/eol/check';
    const body = JSON.stringify({ items: [{ product: 'nodejs', version: '20' }] });
    held = await hold(
      CLIENT,
      api.url,
      `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nPAYMENT-SIGNATURE: ${api.payment('service_eol_check', target)}\r\n\r\n${body}`,
    );
    held.socket.end();
    await until(() => held!.statuses().includes(200));

    expect(held.statuses().filter((status) => status !== 100)).toEqual([200]);
  });

  test('of a free route and of an offer gets its answer without being asked anything', async () => {
    for (const [target, status] of [
      ['/v1/eol/index', 200],
      [TARGET, 402],
    ] as const) {
      held = await hold(CLIENT, api.url, `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
      held.socket.end();
      await until(() => held!.socket.readableEnded);
      expect(held.statuses()).toEqual([status]);
    }
  });
});

test('a client that leaves once the intent is written is charged, and its answer is kept', async () => {
  letGo();
  let settle: () => void = () => undefined;
  api.facilitator.pause = new Promise((resolve) => (settle = resolve));
  const payment = api.payment('service_eol_product', TARGET);
  held = await hold(CLIENT, api.url, get(payment));
  await until(() => api.facilitator.settleRequests.length === 1);
  held.socket.destroy();
  await soon(100);
  settle();
  await until(() => api.facilitator.transfers.size === 1);
  await soon(100);

  const again = await fetch(api.url + TARGET, { headers: { 'PAYMENT-SIGNATURE': payment } });

  expect(again.status).toBe(200);
  expect(api.facilitator.settleRequests).toHaveLength(1);
});
