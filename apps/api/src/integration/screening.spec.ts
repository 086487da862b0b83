import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { feedBytes, listBytes, smallFeed, smallList } from '@stackcheck/datasets/testing';
import { TEST_WALLET } from '@stackcheck/payment-x402/testing';
import { Wallet } from 'ethers';
import request from 'supertest';
import { DataFolder } from '../testing/data-folder';
import { expectError } from '../testing/expect-error';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const HOUR = 3_600_000;
const TARGET = '/v1/eol/php';
const OTHER = new Wallet(`0x${'5c'.repeat(32)}`);
const REAL = {
  PAYMENTS_MODE: 'facilitator',
  FACILITATOR_URL: 'https://facilitator.example',
  PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
};

let api: StarterApi;
let folder: DataFolder;
afterEach(() => api.close());

/** An API that takes real payments for ingested data, with no block list yet. */
async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  api = await startStarterApi({ publish: false, env: { ...REAL, ...env } });
  folder = new DataFolder(api.dataDir, api.clock);
  await folder.ingest('eol', feedBytes(smallFeed()));
  await api.refresh();
}

/** Lists these payers, as the next refresh of the list would. */
async function list(...payers: readonly string[]): Promise<string> {
  api.clock.advance(1_000);
  const { kind } = await folder.ingest('sanctions', smallList(payers));
  await api.refresh();
  return kind;
}

/** Time passes while the data is refreshed and the block list is not. */
async function pass(hours: number): Promise<void> {
  api.clock.advance(hours * HOUR);
  await folder.ingest('eol', feedBytes(smallFeed()));
  await api.refresh();
}

const buy = (wallet = TEST_WALLET): Promise<Response> => api.buy('service_eol_product', TARGET, undefined, { wallet });

async function health(): Promise<{ status: string; pause_reasons: string[]; warnings: string[]; screening: object }> {
  api.clock.advance(1_000);
  return (await request(api.url).get('/health')).body as never;
}

test('without a list paid routes answer, and health says that nobody is screened', async () => {
  await start();

  expect((await buy()).status).toBe(200);
  expect(await health()).toMatchObject({
    pause_reasons: [],
    screening: { state: 'not_screened', snapshot_id: null, notice: expect.stringContaining('not screened') as string },
  });
});

test('a blocked payer gets 403: nothing is verified, settled or answered, and it is no refusal to count', async () => {
  await start();
  await list(TEST_WALLET.address);

  for (let count = 0; count < 7; count++) {
    const response = await buy();
    expect(response.headers.has('retry-after')).toBe(false);
    expect(response.headers.has('payment-required')).toBe(false);
    expect(response.headers.has('payment-response')).toBe(false);
    await expectError(response, 'payer_blocked');
  }
  expect(api.facilitator.verifyRequests).toHaveLength(0);
  expect(api.facilitator.settleRequests).toHaveLength(0);
  expect((await buy(OTHER)).status).toBe(200);
  expect(await health()).toMatchObject({ pause_reasons: [], screening: { state: 'fresh', addresses: 31 } });
});

test('a v1 payment is screened, too', async () => {
  await start();
  await list(TEST_WALLET.address);
  const header = api.payment('service_eol_product', TARGET, { x402Version: 1 });

  await expectError(await request(api.url).get(TARGET).set('X-PAYMENT', header), 'payer_blocked');
});

test('a list takes effect and is lifted while the service runs', async () => {
  await start();
  expect((await buy()).status).toBe(200);

  await list(TEST_WALLET.address.toUpperCase().replace('0X', '0x'));
  await expectError(await buy(), 'payer_blocked');
  await list(OTHER.address);

  expect((await buy()).status).toBe(200);
  await expectError(await buy(OTHER), 'payer_blocked');
});

test('an answer that was paid before its payer was listed is still his', async () => {
  await start();
  const identifier = 'pay_0123456789abcdef';
  const header = api.payment('service_eol_product', TARGET, { identifier });
  const get = (): Promise<Response> => fetch(api.url + TARGET, { headers: { 'PAYMENT-SIGNATURE': header } });
  const body = await (await get()).text();

  await list(TEST_WALLET.address);
  const again = await get();

  expect([again.status, await again.text()]).toEqual([200, body]);
  expect(api.facilitator.transfers.size).toBe(1);
});

test('a list that was changed after it was signed is not used: the one before stays', async () => {
  await start();
  await list(TEST_WALLET.address);
  api.clock.advance(1_000);
  await folder.ingest('sanctions', smallList([OTHER.address]), ({ manifest, content }) => ({
    manifest,
    content: Buffer.from(
      Buffer.from(content)
        .toString()
        .replaceAll(OTHER.address.toLowerCase(), `0x${'0'.repeat(40)}`),
    ),
  }));
  await api.refresh();

  await expectError(await buy(), 'payer_blocked');
  expect((await buy(OTHER)).status).toBe(200);
  expect(await health()).toMatchObject({
    status: 'degraded',
    screening: { state: 'fresh', problem: expect.stringContaining('SHA-256') as string },
  });
});

test('a list that lost too much is not published, and the one before goes on blocking', async () => {
  await start();
  await list(TEST_WALLET.address);

  expect((await folder.ingest('sanctions', listBytes([]))).kind).toBe('refused');
  await api.refresh();

  await expectError(await buy(), 'payer_blocked');
});

test('an old list alarms, and after a week nothing is sold until it was confirmed again', async () => {
  await start();
  await list(TEST_WALLET.address);

  await pass(49);
  expect(await health()).toMatchObject({ status: 'degraded', warnings: ['block_list'], screening: { state: 'old' } });
  await expectError(await buy(), 'payer_blocked');
  expect((await buy(OTHER)).status).toBe(200);
  await pass(120);
  expect(await health()).toMatchObject({ pause_reasons: ['block_list'], screening: { state: 'too_old' } });
  const { message } = await expectError(await request(api.url).get(TARGET), 'paused');
  expect(message).toContain('the list of blocked payers is too old');
  await expectError(await buy(OTHER), 'paused');

  await list(TEST_WALLET.address);

  expect((await buy(OTHER)).status).toBe(200);
});

test('required: without a list nothing is sold; the first one opens', async () => {
  await start({ SANCTIONS: 'required' });
  await expectError(await request(api.url).get(TARGET), 'paused');
  expect(await health()).toMatchObject({ pause_reasons: ['block_list'], screening: { state: 'missing' } });

  await list();

  expect((await buy()).status).toBe(200);
});

test('off: nobody is screened, and health says so', async () => {
  await start({ SANCTIONS: 'off' });
  await list(TEST_WALLET.address);

  expect((await buy()).status).toBe(200);
  expect(await health()).toMatchObject({ screening: { state: 'off' } });
});

test('test payments are screened like real ones, but never paused for an old list', async () => {
  await start({ PAYMENTS_MODE: 'sandbox', FACILITATOR_URL: '', PAY_TO: '' });
  await list(TEST_WALLET.address);

  await expectError(await buy(), 'payer_blocked');
  await pass(200);
  expect((await buy(OTHER)).status).toBe(200);
});

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const file = join(corpora, '../data/sanctions/ofac_sdn_evm.json');
const there = existsSync(file);

(there ? test : test.skip)(
  `the real list blocks nobody who is not on it${there ? '' : ' (ofac_sdn_evm.json is missing)'}`,
  async () => {
    await start();
    await folder.ingest('sanctions', readFileSync(file));
    await api.refresh();

    expect(await health()).toMatchObject({ screening: { state: 'fresh', addresses: 124 } });
    expect((await buy()).status).toBe(200);
  },
);
