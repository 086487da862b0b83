import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invoiceSourceContract } from '@stackcheck/payment-l402/testing';
import {
  cut,
  endless,
  hang,
  json,
  raw,
  startScriptedServer,
  type Reply,
  type ScriptedServer,
} from '@stackcheck/payment-http/testing';
import { LndInvoices } from './lnd-invoices';

const ORDER = { amountMsat: 1_000n, memo: 'stackcheck service_eol_product', expirySeconds: 300 };
const HASH = createHash('sha256').update('invoice').digest();
const INVOICE = { r_hash: HASH.toString('base64'), payment_request: 'lnbcrt10n1pexample', add_index: '7' };

/** A lookup in the shape of LND's REST interface. */
const found = (change: object = {}) => ({
  memo: ORDER.memo,
  r_preimage: '',
  r_hash: HASH.toString('base64'),
  value: '1',
  value_msat: '1000',
  settled: true,
  creation_date: '1790000000',
  expiry: '300',
  amt_paid_sat: '1',
  amt_paid_msat: '1000',
  state: 'SETTLED',
  htlcs: [],
  ...change,
});

invoiceSourceContract('LND over REST', {
  async create() {
    const server = await startScriptedServer();
    const invoices = new Map<string, { preimage: Buffer; state: string; msat: string }>();
    server.reply = (request, response) => {
      if (request.url === '/v2/invoices/cancel') {
        const { payment_hash } = JSON.parse(server.received.at(-1)!.body) as { payment_hash: string };
        const invoice = invoices.get(Buffer.from(payment_hash, 'base64').toString('hex'));
        const refused = invoice ? invoice.state === 'SETTLED' && 'invoice already settled' : 'unable to locate invoice';
        if (invoice && !refused) Object.assign(invoice, { state: 'CANCELED', msat: '0' });
        json(refused ? 500 : 200, refused ? { code: 2, message: refused, details: [] } : {})(request, response);
        return;
      }
      if (request.method === 'POST') {
        const preimage = randomBytes(32);
        const hash = createHash('sha256').update(preimage).digest();
        const { value_msat } = JSON.parse(server.received.at(-1)!.body) as { value_msat: string };
        invoices.set(hash.toString('hex'), { preimage, state: 'OPEN', msat: value_msat });
        json(200, { ...INVOICE, r_hash: hash.toString('base64') })(request, response);
        return;
      }
      const hash = request.url!.split('/').at(-1)!;
      const invoice = invoices.get(hash);
      const r_hash = Buffer.from(hash, 'hex').toString('base64');
      const reply = invoice
        ? json(200, found({ r_hash, state: invoice.state, amt_paid_msat: invoice.msat }))
        : json(404, { code: 5, message: 'unable to locate invoice', details: [] });
      reply(request, response);
    };
    const source = new LndInvoices({ url: server.url, macaroon: '0201', certificate: null });
    return {
      source,
      pay: async ({ paymentHash }) => {
        const invoice = invoices.get(paymentHash)!;
        invoice.state = 'SETTLED';
        return invoice.preimage.toString('hex');
      },
      close: async () => {
        await source.close();
        await server.close();
      },
    };
  },
});

describe('a call to LND', () => {
  let server: ScriptedServer;
  let source: LndInvoices;
  beforeEach(async () => {
    server = await startScriptedServer();
    source = new LndInvoices({ url: `${server.url}/`, macaroon: '0201036c6e64', certificate: null, timeoutMs: 200 });
  });
  afterEach(async () => {
    await source.close();
    await server.close();
  });

  test('carries the macaroon, and says what the invoice is for', async () => {
    server.reply = json(200, INVOICE);

    const outcome = await source.create(ORDER);

    expect(outcome).toEqual({
      kind: 'created',
      paymentHash: HASH.toString('hex'),
      paymentRequest: INVOICE.payment_request,
    });
    const [call] = server.received;
    expect([call!.method, call!.url, call!.headers['grpc-metadata-macaroon']]).toEqual([
      'POST',
      '/v1/invoices',
      '0201036c6e64',
    ]);
    expect(JSON.parse(call!.body)).toEqual({ value_msat: '1000', memo: ORDER.memo, expiry: '300' });
  });

  test.each([
    ['OPEN', 'open'],
    ['ACCEPTED', 'accepted'],
    ['SETTLED', 'settled'],
    ['CANCELED', 'canceled'],
  ])('state %s', async (state, expected) => {
    server.reply = json(200, found({ state }));

    expect(await source.lookup(HASH.toString('hex'))).toEqual({ kind: 'found', state: expected, paidMsat: 1_000n });
    expect(server.received[0]!.url).toBe(`/v1/invoice/${HASH.toString('hex')}`);
  });

  const halfway: Reply = (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"state":"SETTLED"');
  };
  const disturbances: readonly (readonly [string, Reply])[] = [
    ['an error of the node', json(500, { code: 2, message: 'boom' })],
    ['a macaroon refused', json(401, { code: 16, message: 'verification failed' })],
    ['a locked wallet', json(503, { code: 14, message: 'wallet locked' })],
    ['no JSON', raw(200, '<html>')],
    ['nothing', raw(200, '')],
    ['a list', json(200, [])],
    ['null', json(200, null)],
    ['an empty object', json(200, {})],
    ['a hash that is too short', json(200, { ...found(), payment_request: 'lnbc1', r_hash: 'AAAA' })],
    ['a hash that is no text', json(200, { ...found(), payment_request: 'lnbc1', r_hash: 7 })],
    ['a hang', hang],
    ['a hang halfway', halfway],
    ['a connection cut', cut],
    ['an endless reply', endless],
  ];

  test.each(disturbances)('%s is no answer, in time and without a throw', async (_name, reply) => {
    server.reply = reply;
    const startedMs = performance.now();

    const outcomes = [await source.create(ORDER), await source.lookup(HASH.toString('hex'))];

    expect(outcomes.map(({ kind }) => kind)).toEqual(['unavailable', 'unavailable']);
    expect(JSON.stringify(outcomes)).not.toContain('0201036c6e64');
    expect(performance.now() - startedMs).toBeLessThan(15_000);
  });

  test.each<[string, Reply]>([
    ['that the node refuses', json(403, { code: 7, message: 'permission denied' })],
    ['that hangs', hang],
    ['that is cut', cut],
  ])('a cancellation %s is no answer, since the invoice may still be paid', async (_name, reply) => {
    server.reply = (request, response) =>
      (request.method === 'POST' ? reply : json(200, found({ state: 'OPEN' })))(request, response);

    expect((await source.cancel(HASH.toString('hex'))).kind).toBe('unavailable');
    expect(JSON.parse(server.received[0]!.body)).toEqual({ payment_hash: HASH.toString('base64') });
  });

  test.each([
    ['of another invoice', { r_hash: Buffer.alloc(32).toString('base64') }],
    ['in a state that nobody knows', { state: 'MAYBE' }],
    ['in a state of every object', { state: 'constructor' }],
    ['without a state', { state: undefined }],
  ])('a lookup %s is no answer', async (_name, change) => {
    server.reply = json(200, found(change));

    expect((await source.lookup(HASH.toString('hex'))).kind).toBe('unavailable');
  });

  test('a node that is not there is no answer', async () => {
    await server.close();

    expect(await source.create(ORDER)).toEqual({ kind: 'unavailable', reason: 'ECONNREFUSED' });
  });
});

const openssl = hasOpenssl();
(openssl ? describe : describe.skip)(`certificates${openssl ? '' : ' (openssl is missing)'}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'lnd-tls-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const selfSigned = (name: string) => {
    const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
    const files = ['-keyout', key, '-out', cert, '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    execFileSync('openssl', ['req', ...kind, ...files], { stdio: 'ignore' });
    return { key: readFileSync(key), cert: readFileSync(cert, 'utf8') };
  };

  test('the pinned one is accepted under whatever name, and no other', async () => {
    const [node, other] = [selfSigned('lnd.invalid'), selfSigned('other.invalid')];
    const server = createServer(node, (request, response) => json(200, INVOICE)(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const create = async (certificate: string | null) => {
      const source = new LndInvoices({ url, macaroon: '0201', certificate });
      const { kind } = await source.create(ORDER);
      await source.close();
      return kind;
    };

    const kinds = [await create(node.cert), await create(other.cert), await create(null)];
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));

    expect(kinds).toEqual(['created', 'unavailable', 'unavailable']);
  });
});

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
