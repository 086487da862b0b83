import { callFrom, hold, type HeldConnection } from '../testing/call-from';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const TARGET = '/v1/eol/nodejs';
const LIMITS = { CONNECTIONS_MAX: '200', CONNECTIONS_PER_CLIENT_MAX: '40' };

let api: StarterApi;
let held: HeldConnection[];

async function start(env: Readonly<Record<string, string>> = LIMITS): Promise<void> {
  api = await startStarterApi({ env });
  held = [];
}

/** So many connections of an address, one after the other. @returns how many of them the server has not closed */
async function holdMany(count: number, from: string, bytes = ''): Promise<() => number> {
  const own: HeldConnection[] = [];
  for (let made = 0; made < count; made++) own.push(await hold(from, api.url, bytes));
  held.push(...own);
  // What the server closes is closed here a moment later.
  await new Promise((resolve) => setTimeout(resolve, 50));
  return () => own.filter(({ socket }) => socket.readyState === 'open').length;
}

afterEach(async () => {
  for (const { socket } of held) socket.destroy();
  await api.close();
});

/** Status of a GET on a connection of its own; undefined when the server closed it without an answer. */
function statusFrom(from: string, target: string, headers = {}): Promise<number | undefined> {
  return callFrom(from, api.url + target, { headers }).then(
    ({ status }) => status,
    () => undefined,
  );
}

async function statuses(count: number, from: string, target: string): Promise<(number | undefined)[]> {
  const all: (number | undefined)[] = [];
  for (let asked = 0; asked < count; asked++) all.push(await statusFrom(from, target));
  return all;
}

describe('connections that do nothing', () => {
  test.each([
    ['say nothing', ''],
    ['never end a head', `GET ${TARGET} HTTP/1.1\r\nHost: x\r\n`],
    ['were answered and are kept', 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'never end a body',
      `POST /v1/eol/check HTTP/1.1\r\nHost: x\r\nPAYMENT-SIGNATURE: x\r\nContent-Length: 9\r\n\r\n{`,
    ],
  ])('and %s: those of two clients do not keep out a third', async (_name, bytes) => {
    await start();
    const flood = [await holdMany(150, '127.0.0.2', bytes), await holdMany(150, '127.0.1.7', bytes)];

    expect(await statuses(5, '127.0.2.1', '/livez')).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses(5, '127.0.2.1', TARGET)).toEqual([402, 402, 402, 402, 402]);
    for (const connections of flood) expect(connections()).toBeLessThanOrEqual(40);
  });

  test('do not keep out a newcomer either when they are of more clients than fit', async () => {
    await start();
    for (let client = 1; client <= 12; client++) await holdMany(30, `127.0.3.${client}`);

    expect(await statuses(5, '127.0.2.1', TARGET)).toEqual([402, 402, 402, 402, 402]);
    expect(held.filter(({ socket }) => socket.readyState === 'open').length).toBeLessThanOrEqual(200);
  });

  test('make room for the next ones of their own client, and for nobody else as long as there is room', async () => {
    await start();
    const [other, own] = [await holdMany(10, '127.0.1.7'), await holdMany(60, '127.0.0.2')];

    expect(await statusFrom('127.0.0.2', '/livez')).toBe(200);
    expect([own(), other()]).toEqual([expect.any(Number), 10]);
    expect(own()).toBeGreaterThan(30);
    expect(own()).toBeLessThanOrEqual(40);
  });
});

test('a payment under way is finished, whatever other connections its client opens', async () => {
  await start();
  let goOn = (): void => undefined;
  api.facilitator.pause = new Promise((resolve) => (goOn = resolve));
  const payment = { 'PAYMENT-SIGNATURE': api.payment('service_eol_product', TARGET) };
  const bought = statusFrom('127.0.0.2', TARGET, payment);
  await new Promise((resolve) => setTimeout(resolve, 100));

  await holdMany(150, '127.0.0.2');
  for (let client = 1; client <= 8; client++) await holdMany(30, `127.0.3.${client}`);
  goOn();

  expect(await bought).toBe(200);
});

test('a trusted proxy may bring the connections of many clients, up to the limit of all', async () => {
  await start({ ...LIMITS, TRUST_PROXY: '127.0.0.9/32' });
  const [proxy, direct] = [await holdMany(100, '127.0.0.9'), await holdMany(100, '127.0.0.2')];

  expect(proxy()).toBe(100);
  expect(direct()).toBeLessThanOrEqual(40);
});
