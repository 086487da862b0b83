import { smallBucket, someAdvisory, toRaw } from '@stackcheck/datasets/testing';
import { AdvisoryShop } from '../testing/advisory-shop';
import { OSV_SNAPSHOT, verifiedSnapshot } from '../testing/bought-snapshot';
import { hold, type HeldConnection } from '../testing/call-from';
import { expectError } from '../testing/expect-error';
import type { StarterApi } from '../testing/starter-api';

const { target } = OSV_SNAPSHOT;
/** Places for downloads; four of them are kept for first deliveries. */
const PLACES = 16;
/** Far more than kernels take for a client that reads nothing. */
const ADVISORIES = 1_600;
const VERSIONS = Array.from({ length: 90 }, (_, at) => `1.0.${at}-${'x'.repeat(64)}`);

const inFull = process.env['CAMPAIGN'] === 'full' ? test : test.skip;
let shop: AdvisoryShop;
let api: StarterApi;
let held: HeldConnection[];

beforeAll(async () => {
  const bucket = smallBucket();
  for (let count = 0; count < ADVISORIES; count++) {
    const affected = [{ package: { ecosystem: 'npm', name: `package-${count}` }, versions: VERSIONS }];
    bucket.put('npm', { ...toRaw(someAdvisory(`MAL-2026-${count}`)), affected });
  }
  shop = await AdvisoryShop.start(bucket);
  ({ api } = shop);
  await shop.next();
}, 240_000);
afterAll(() => api.close());

beforeEach(() => void (held = []));
afterEach(async () => {
  for (const { socket } of held) socket.destroy();
  await soon(100);
});

const soon = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A buyer who takes the head of the answer and then nothing. */
async function readSlowly(payment: string): Promise<HeldConnection> {
  const head = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nPAYMENT-SIGNATURE: ${payment}\r\n\r\n`;
  const connection = await hold('127.0.0.2', api.url, head);
  held.push(connection);
  for (let tries = 0; tries < 200 && connection.statuses().length === 0; tries++) await soon(10);
  connection.socket.pause();
  return connection;
}

async function readSlowlyAll(payments: readonly string[]): Promise<(number | undefined)[]> {
  const statuses: (number | undefined)[] = [];
  for (const payment of payments) statuses.push((await readSlowly(payment)).statuses()[0]);
  return statuses;
}

/** Whether what a slow reader asked for was broken off: it reads on, and the bytes end before their announced end. */
async function isCut({ socket, received }: HeldConnection): Promise<boolean> {
  socket.resume();
  await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
  const [head = ''] = received().split('\r\n\r\n');
  return Number(/Content-Length: (\d+)/.exec(head)?.[1]) > received().length - head.length - 4;
}

jest.setTimeout(240_000);

test('one payment on many slow connections has one place: the newest takes it over, and the snapshot is sold on', async () => {
  const payment = shop.pay();

  expect(await readSlowlyAll(Array<string>(PLACES + 4).fill(payment))).toEqual(Array<number>(PLACES + 4).fill(200));

  await verifiedSnapshot(api, await shop.get(shop.pay()));
  expect(await isCut(held[0]!)).toBe(true);
  // The last request for the interrupted download gets all of it, without a second settlement.
  const settled = api.facilitator.settleRequests.length;
  const { body } = await verifiedSnapshot(api, await shop.get(payment));
  expect(body.length).toBeGreaterThan(8_000_000);
  expect(api.facilitator.settleRequests).toHaveLength(settled);
});

test('sixteen payments on slow connections give way to the next buyer, and each still has its answer', async () => {
  const payments = Array.from({ length: PLACES }, () => shop.pay());
  await readSlowlyAll(payments);

  // They might be quick yet.
  const early = shop.pay();
  const settled = api.facilitator.settleRequests.length;
  await expectError(await shop.get(early), 'paused');
  expect(api.facilitator.settleRequests).toHaveLength(settled);

  api.clock.advance(6_000);
  await verifiedSnapshot(api, await shop.get(early));
  await verifiedSnapshot(api, await shop.get(payments[0]!));
});

inFull('those who had their answer before leave places to those who did not (CAMPAIGN=full)', async () => {
  const payments = Array.from({ length: PLACES }, () => shop.pay());
  for (const payment of payments) await (await shop.get(payment)).arrayBuffer();

  const statuses = await readSlowlyAll(payments);

  expect(statuses.filter((status) => status === 200)).toHaveLength(PLACES - 4);
  expect(statuses.filter((status) => status === 503)).toHaveLength(4);
  expect(JSON.parse(held.at(-1)!.received().split('\r\n\r\n')[1]!)).toMatchObject({
    error: { code: 'paused', message: expect.stringContaining('still buys its answer') },
  });
  await verifiedSnapshot(api, await shop.get(shop.pay()));
  // Nor do they keep a place from one another for long.
  api.clock.advance(6_000);
  await verifiedSnapshot(api, await shop.get(payments.at(-1)!));
});
