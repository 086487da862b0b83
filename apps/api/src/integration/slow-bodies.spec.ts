import { callFrom, hold, type HeldConnection } from '../testing/call-from';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const ATTACKER = '127.0.0.66';
const BUYER = '127.0.0.7';
const PLACES = 8;
const TARGET = '/v1/eol/check';
const BODY = JSON.stringify({ items: [{ product: 'nodejs', version: '20' }] });

let api: StarterApi;
let held: HeldConnection[];

const start = async (paidBodyTimeoutMs: number, env: Readonly<Record<string, string>> = {}): Promise<void> => {
  api = await startStarterApi({ env, overrides: { paidInFlightMax: PLACES, serverLimits: { paidBodyTimeoutMs } } });
};

beforeEach(async () => {
  held = [];
  // So long that no body is late while a busy machine gets through the test.
  await start(20_000);
});
afterEach(async () => {
  for (const { socket } of held) socket.destroy();
  await api.close();
});

const soon = (ms = 50): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const post = (payment: string): string =>
  `POST ${TARGET} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1\r\nPAYMENT-SIGNATURE: ${payment}\r\n\r\n`;

async function holdMany(count: number, bytes: () => string, from = ATTACKER): Promise<void> {
  for (let at = 0; at < count; at++) held.push(await hold(from, api.url, bytes()));
  await soon();
}

const statusesHeld = (): number[] => held.map((one) => one.statuses().at(-1) ?? 0);

function buy(from = BUYER): ReturnType<typeof callFrom> {
  const payment = api.payment('service_eol_check', TARGET);
  return callFrom(from, api.url + TARGET, { headers: { 'PAYMENT-SIGNATURE': payment }, body: BODY });
}

describe('requests whose body never comes', () => {
  test.each([
    ['with a header that is no payment', () => 'x'],
    ['with an unsigned payment on another’s terms', () => api.payment('service_eol_check', '/v1/other')],
  ])('%s are answered without waiting for it, and hold nothing', async (_name, payment) => {
    await holdMany(3 * PLACES, () => post(payment()));

    expect(new Set(statusesHeld())).toEqual(new Set([402, 429]));
    expect(statusesHeld().filter((status) => status === 402)).toHaveLength(5);
    expect((await buy()).status).toBe(200);
    expect((await buy(ATTACKER)).status).toBe(429);
  });

  test('with a payment that reads well hold no place among those that are worked on', async () => {
    await holdMany(2 * PLACES, () => post(api.payment('service_eol_check', TARGET)));

    const bought = await Promise.all(Array.from({ length: PLACES - 1 }, () => buy()));

    expect(bought.map(({ status }) => status)).toEqual(bought.map(() => 200));
    expect(api.facilitator.verifyRequests).toHaveLength(PLACES - 1);
  });

  test('get a 408 as JSON when their time is over, which counts as a refusal: then the client waits', async () => {
    await api.close();
    await start(700);
    await holdMany(6, () => post(api.payment('service_eol_check', TARGET)));
    while (statusesHeld().includes(0)) await soon();

    expect(statusesHeld()).toEqual([408, 408, 408, 408, 408, 408]);
    expect(held[0]!.received()).toMatch(/Connection: close/i);
    expect(JSON.parse(held[0]!.received().split('\r\n\r\n')[1]!)).toMatchObject({ error: { code: 'bad_request' } });
    expect((await buy(ATTACKER)).status).toBe(429);
    expect((await buy()).status).toBe(200);
  });

  test('that are cut off count as refusals, too', async () => {
    await holdMany(5, () => post(api.payment('service_eol_check', TARGET)));
    for (const { socket } of held) socket.destroy();
    await soon();

    expect((await buy(ATTACKER)).status).toBe(429);
  });

  test.each([
    ['a credential', 'Authorization: L402 x:y', 429],
    ['the wish for an invoice', 'Accept-Payment: l402', 402],
  ])('with %s wait for nothing once their client has been refused', async (_name, header, status) => {
    await api.close();
    await start(20_000, { L402: 'sandbox' });
    for (let at = 0; at < 5; at++)
      await callFrom(ATTACKER, api.url + TARGET, { headers: { 'X-PAYMENT': 'x' }, body: BODY });

    await holdMany(1, () => post('').replace('PAYMENT-SIGNATURE: ', header));

    expect(statusesHeld()).toEqual([status]);
    expect(held[0]!.received()).not.toMatch(/^WWW-Authenticate:/m);
  });

  test('of several clients together keep nobody out either: the oldest of theirs give way', async () => {
    for (const from of ['127.0.0.66', '127.0.0.67', '127.0.0.68'])
      await holdMany(2 * PLACES, () => post(api.payment('service_eol_check', TARGET)), from);
    await soon(1_000);

    const bought = await Promise.all(Array.from({ length: PLACES - 1 }, () => buy()));

    expect(bought.map(({ status }) => status)).toEqual(bought.map(() => 200));
  });

  test('of one client fill its share of the bodies that are received, and no more', async () => {
    await holdMany(6 * PLACES, () => post(api.payment('service_eol_check', TARGET)));

    // Four bodies for each place: the first half for any client, then a quarter of all for one client.
    expect(statusesHeld().filter((status) => status === 0)).toHaveLength(2 * PLACES);
    expect(statusesHeld().filter((status) => status === 429)).toHaveLength(4 * PLACES);
    expect((await buy()).status).toBe(200);
  });
});

test('a payment that the ledger knows has its answer whatever its copy of the offer says by now', async () => {
  const nonce = `0x${'ab'.repeat(32)}`;
  const identifier = 'pay_0123456789abcdef';
  const first = api.payment('service_eol_check', TARGET, { nonce, identifier });
  const call = (payment: string): ReturnType<typeof callFrom> =>
    callFrom(BUYER, api.url + TARGET, { headers: { 'PAYMENT-SIGNATURE': payment }, body: BODY });
  const bought = await call(first);
  const decoded = JSON.parse(Buffer.from(first, 'base64').toString()) as { accepted: { network: string } };
  decoded.accepted.network = 'eip155:1';

  const again = await call(Buffer.from(JSON.stringify(decoded)).toString('base64'));

  expect([bought.status, again.status, again.text]).toEqual([200, 200, bought.text]);
});
