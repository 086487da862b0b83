import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openShop } from './open-shop';
import { ShopError, type ShopOptions } from './shop-options';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stackcheck-shop-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const options = (): ShopOptions => ({
  baseUrl: 'https://jokes.example.com/',
  payTo: '0x000000000000000000000000000000000000dEaD',
  network: 'eip155:84532',
  facilitator: 'sandbox',
  ledger: join(folder, 'payments.db'),
});

async function faultOf(act: () => Promise<unknown>): Promise<ShopError> {
  const fault: unknown = await act().then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(fault instanceof ShopError)) throw new Error(`no ShopError: ${String(fault)}`);
  return fault;
}

test.each<[string, Partial<Record<keyof ShopOptions, unknown>>, string]>([
  ['an address with a letter too few', { payTo: '0x00dead' }, 'payTo'],
  ['an address whose checksum is wrong', { payTo: '0x833589fcd6eDb6E08f4c7C32D4f71b54bdA02913' }, 'payTo'],
  ['a network without USDC of ours', { network: 'eip155:1' }, 'network'],
  ['a base URL without a scheme', { baseUrl: 'jokes.example.com' }, 'baseUrl'],
  ['a base URL with a query', { baseUrl: 'https://jokes.example.com/?a' }, 'baseUrl'],
  ['a base URL with a fragment', { baseUrl: 'https://jokes.example.com/#a' }, 'baseUrl'],
  ['a base URL with a name', { baseUrl: 'https://5ec2e7@jokes.example.com/' }, 'baseUrl'],
  ['a base URL with a password alone', { baseUrl: 'https://:5ec2e7@jokes.example.com/' }, 'baseUrl'],
  ['a base URL for files', { baseUrl: 'ftp://jokes.example.com/' }, 'baseUrl'],
  ['a facilitator that is no URL', { facilitator: 'x402.org' }, 'facilitator'],
  ['the sandbox with real money', { network: 'eip155:8453' }, 'facilitator'],
  ['a node that is no URL', { rpcUrls: ['node.example.com/key-5ec2e7'] }, 'rpcUrls'],
  ['a proxy that is no address', { trustProxy: ['proxy'] }, 'trustProxy'],
])('%s is refused by the name of its option, before the ledger is made', async (_, changed, field) => {
  const fault = await faultOf(() => openShop({ ...options(), ...changed } as ShopOptions));

  expect([fault.code, fault.field]).toEqual(['option', field]);
  expect(fault.message).toMatch(new RegExp(`^${field} (?:must|is|has|can) .{10}`));
  expect(fault.message).not.toContain('5ec2e7');
});

test('facilitators and nodes may be reached by http and https, with keys in their URLs', async () => {
  const shop = await openShop({
    ...options(),
    facilitator: 'https://facilitator.example.com/x402',
    rpcUrls: ['https://node.example.com/key-5ec2e7', 'http://127.0.0.1:8545'],
    trustProxy: ['10.0.0.0/8'],
  } as unknown as ShopOptions);

  expect(shop.paidRoute({ id: 'joke', price: '0.001', description: 'One joke.' }, () => null)).toEqual(
    expect.any(Function),
  );
  await shop.close();
});

test.each([
  ['none', undefined],
  ['one that is no text', { path: ['/a', '/b'] }],
  ['one with a pattern', { path: '/jokes{/:topic}' }],
])('a route whose own path is %s must name its path', async (_, route) => {
  const shop = await openShop(options());
  const handler = shop.paidRoute({ id: 'joke', price: '0.001', description: 'One joke.' }, () => null);
  const request = { headers: {}, url: '/jokes', originalUrl: '/jokes', method: 'GET', route };

  const fault = await faultOf(() => new Promise((_resolve, reject) => handler(request as never, {} as never, reject)));

  expect([fault.code, fault.field]).toEqual(['option', 'path']);
  await shop.close();
});

test.each<[string, object, string]>([
  ['nothing to pay', { price: '0' }, 'price'],
  ['a price with seven decimals', { price: '0.0000001' }, 'price'],
  ['a name with a blank', { id: 'a joke' }, 'id'],
  ['a long description', { description: 'x'.repeat(501) }, 'description'],
  ['a media type of two lines', { contentType: 'text/html\nX-More: 1' }, 'contentType'],
])('a route with %s is refused when it is made', async (_, changed, field) => {
  const shop = await openShop(options());
  const route = { id: 'joke', price: '0.001', description: 'One joke.', ...changed };

  const fault = await faultOf(async () => shop.paidRoute(route, () => null));

  expect([fault.code, fault.field]).toEqual(['option', field]);
  await shop.close();
});
