import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';

import type { FacilitatorRequest } from '@stackcheck/payment-x402';
import { bearerCredentials } from './facilitator-credentials';
import { HttpFacilitator } from './http-facilitator';
import {
  cut,
  endless,
  half,
  hang,
  inPieces,
  json,
  raw,
  startScriptedServer,
  type Reply,
  type ScriptedServer,
} from './testing/scripted-server';

const PAYER = `0x${'ab'.repeat(20)}`;
const HASH = `0x${'cd'.repeat(32)}`;
const NETWORK = 'eip155:8453';

const request: FacilitatorRequest = {
  x402Version: 2,
  paymentPayload: { x402Version: 2, payload: { signature: '0x5ec2e7' } },
  paymentRequirements: { scheme: 'exact', network: NETWORK, amount: '1000' },
  expected: {
    network: NETWORK,
    asset: `0x${'a5'.repeat(20)}`,
    payer: PAYER,
    payTo: `0x${'b6'.repeat(20)}`,
    value: 1_000n,
    nonce: `0x${'01'.repeat(32)}`,
    validBefore: 1_790_000_000,
  },
};

type Row = readonly [name: string, given: Reply, kind: string, code?: string];

let server: ScriptedServer;
const open: HttpFacilitator[] = [];

beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(async () => {
  await server.close();
  await Promise.all(open.splice(0).map((facilitator) => facilitator.close()));
});

function facilitator(url = `${server.url}/x402/`): HttpFacilitator {
  const made = new HttpFacilitator({
    url,
    credentials: bearerCredentials('hush-hush'),
    verifyTimeoutMs: 150,
    settleTimeoutMs: 150,
  });
  open.push(made);
  return made;
}

const success = { success: true, transaction: HASH, network: NETWORK, payer: PAYER };

describe('settling', () => {
  const rows: readonly Row[] = [
    ['success', json(200, success), 'settled'],
    ['success without a payer', json(200, { ...success, payer: undefined }), 'settled'],
    [
      'success with the payer in another spelling',
      json(200, { ...success, payer: PAYER.toUpperCase().replace('X', 'x') }),
      'settled',
    ],
    ['success for another payer', json(200, { ...success, payer: `0x${'11'.repeat(20)}` }), 'unknown'],
    ['success on another network', json(200, { ...success, network: 'eip155:1' }), 'unknown'],
    ['success without a hash', json(200, { ...success, transaction: '' }), 'unknown'],
    ['success with half a hash', json(200, { ...success, transaction: '0x12' }), 'unknown'],
    ['success as text', json(200, { ...success, success: 'true' }), 'unknown'],
    ['a signature refused with 200', refusal(200, 'invalid_exact_evm_signature'), 'refused', 'payment_invalid'],
    [
      'a window refused with 400',
      refusal(400, 'invalid_exact_evm_payload_authorization_valid_before'),
      'refused',
      'payment_expired',
    ],
    ['no funds', refusal(200, 'insufficient_funds'), 'refused', 'payment_invalid'],
    ['no balance', refusal(200, 'invalid_exact_evm_insufficient_balance'), 'refused', 'payment_invalid'],
    ['a blocked payer', refusal(403, 'settle_from_address_kyt'), 'refused', 'payer_blocked'],
    ['our own bad offer', refusal(400, 'invalid_payment_requirements'), 'refused', 'facilitator_unavailable'],
    ['no funds but a transaction', refusal(200, 'insufficient_funds', HASH), 'unknown'],
    ['pending with 200', refusal(200, 'settlement_pending', HASH), 'pending'],
    ['pending with 500', refusal(500, 'settlement_pending', HASH), 'pending'],
    ['a spent nonce', refusal(200, 'invalid_exact_evm_nonce_already_used'), 'nonce_used'],
    ['a failed transaction', refusal(200, 'invalid_exact_evm_transaction_failed', HASH), 'unknown'],
    ['a failed transaction without a hash', refusal(200, 'invalid_exact_evm_transaction_failed'), 'unknown'],
    ['a failed simulation', refusal(200, 'invalid_exact_evm_transaction_simulation_failed'), 'unknown'],
    ['an unexpected error', refusal(200, 'unexpected_settle_error'), 'unknown'],
    ['an invalid state', refusal(200, 'invalid_transaction_state'), 'unknown'],
    ['a reason nobody has heard of', refusal(200, 'the_dog_ate_it'), 'unknown'],
    ['no reason', json(200, { success: false, transaction: '' }), 'unknown'],
    ['success in a 500', json(500, success), 'settled'],
    ['a 429', raw(429, 'slow down'), 'unknown'],
    ['a 401', json(401, { error: 'no token' }), 'unknown'],
    ['an HTML 502', raw(502, '<html>bad gateway</html>'), 'unknown'],
    ['an HTML 200', raw(200, '<html>welcome</html>'), 'unknown'],
    ['a JSON array', json(200, [success]), 'unknown'],
    ['null', json(200, null), 'unknown'],
    ['a cut connection', cut, 'unknown'],
    ['a cut body', half, 'unknown'],
    ['an endless body', endless, 'unknown'],
    ['no answer', hang, 'unknown'],
  ];

  it.each(rows.map(named))('%s', async (_name, { given, kind, code }) => {
    server.reply = given;

    const outcome = await facilitator().settle(request);

    expect(outcome).toMatchObject(code === undefined ? { kind } : { kind, code });
    expect(server.received).toHaveLength(1);
  });

  it('is not sent where nothing listens', async () => {
    const free = createTcpServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));

    expect(await facilitator(`http://127.0.0.1:${port}`).settle(request)).toMatchObject({ kind: 'not_sent' });
  });

  it('is not sent when the TLS handshake fails, since no request byte left', async () => {
    const plain = createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const { port } = plain.address() as AddressInfo;

    expect(await facilitator(`https://127.0.0.1:${port}`).settle(request)).toMatchObject({ kind: 'not_sent' });
    plain.close();
  });

  it('is not sent, and never will be, when no connection came in time', async () => {
    let hellos = 0;
    const held: Socket[] = [];
    // A TLS server that stays silent keeps the client in its handshake.
    const silent = createTcpServer((socket) => {
      held.push(socket.on('data', () => hellos++).on('error', () => undefined));
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const client = facilitator(`https://127.0.0.1:${port}`);

    expect(await client.settle(request)).toMatchObject({ kind: 'not_sent' });
    expect(hellos).toBe(1);
    for (const socket of held) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  it('obeys a shorter time', async () => {
    server.reply = hang;
    const startedMs = performance.now();

    expect(await facilitator().settle(request, 40)).toMatchObject({ kind: 'unknown' });
    expect(performance.now() - startedMs).toBeLessThan(140);
  });
});

function named([name, given, kind, code]: Row) {
  return [name, { given, kind, code }] as const;
}

function refusal(status: number, errorReason: string, transaction = ''): Reply {
  return json(status, { success: false, errorReason, transaction, network: NETWORK });
}

describe('verifying', () => {
  const refused = (status: number, invalidReason: string): Reply => json(status, { isValid: false, invalidReason });
  const rows: readonly Row[] = [
    ['valid', json(200, { isValid: true, payer: PAYER }), 'verified'],
    ['valid without a payer', json(200, { isValid: true }), 'verified'],
    ['valid for another payer', json(200, { isValid: true, payer: `0x${'11'.repeat(20)}` }), 'unavailable'],
    ['valid as text', json(200, { isValid: 'yes' }), 'unavailable'],
    ['a signature', refused(200, 'invalid_exact_evm_signature'), 'refused', 'payment_invalid'],
    ['a signature refused with 400', refused(400, 'invalid_exact_evm_payload_signature'), 'refused', 'payment_invalid'],
    ['funds', refused(200, 'insufficient_funds'), 'refused', 'payment_invalid'],
    ['a simulation', refused(200, 'invalid_exact_evm_transaction_simulation_failed'), 'refused', 'payment_invalid'],
    ['a window', refused(200, 'invalid_exact_evm_payload_authorization_valid_before'), 'refused', 'payment_expired'],
    [
      'an amount',
      refused(200, 'invalid_exact_evm_payload_authorization_value_mismatch'),
      'refused',
      'payment_underpaid',
    ],
    ['a nonce', refused(200, 'invalid_exact_evm_nonce_already_used'), 'refused', 'payment_replayed'],
    ['us', refused(200, 'verify_to_address_kyt'), 'refused', 'payments_unconfigured'],
    ['our place', refused(200, 'request_blocked_by_location'), 'unavailable'],
    ['our domain', refused(200, 'invalid_exact_evm_missing_eip712_domain'), 'unavailable'],
    ['something new', refused(200, 'the_dog_ate_it'), 'unavailable'],
    ['itself', refused(200, 'unexpected_verify_error'), 'unavailable'],
    ['with a 500', raw(500, 'oops'), 'unavailable'],
    ['with a cut', cut, 'unavailable'],
    ['with silence', hang, 'unavailable'],
  ];

  it.each(rows.map(named))('refuses or not: %s', async (_name, { given, kind, code }) => {
    server.reply = given;

    expect(await facilitator().verify(request)).toMatchObject(code === undefined ? { kind } : { kind, code });
  });

  it('says who was short of money, and nothing like it of a signature', async () => {
    server.reply = refused(200, 'insufficient_funds');
    expect(await facilitator().verify(request)).toMatchObject({
      byFunds: true,
      message: expect.stringContaining('funds'),
    });
    server.reply = refused(200, 'invalid_exact_evm_signature');
    expect(await facilitator().verify(request)).not.toHaveProperty('byFunds');
  });
});

describe('the calls', () => {
  it('carry version, payload, requirements and the token, below the configured path', async () => {
    server.reply = json(200, success);

    await facilitator().settle(request);

    expect(server.received[0]).toMatchObject({ method: 'POST', url: '/x402/settle' });
    expect(server.received[0]?.headers).toMatchObject({
      authorization: 'Bearer hush-hush',
      'content-type': 'application/json',
    });
    expect(JSON.parse(server.received[0]!.body)).toEqual({
      x402Version: 2,
      paymentPayload: request.paymentPayload,
      paymentRequirements: request.paymentRequirements,
    });
  });

  it('reuse connections', async () => {
    server.reply = (incoming, response) =>
      json(200, incoming.url?.endsWith('verify') ? { isValid: true } : success)(incoming, response);
    const client = facilitator();

    for (let call = 0; call < 10; call++) await client.verify(request);

    expect(server.connections).toBeLessThan(4);
  });

  it('never tell a signature that the facilitator quotes', async () => {
    const errorReason = `call reverted (0x${'5e'.repeat(65)})`;
    server.reply = json(200, {
      success: false,
      isValid: false,
      errorReason,
      invalidReason: errorReason,
      transaction: '',
    });

    const outcomes = [await facilitator().verify(request), await facilitator().settle(request)];

    expect(outcomes.map((outcome) => 'reason' in outcome && outcome.reason)).toEqual(
      Array(2).fill('call reverted (…)'),
    );
  });

  it('never show the token', async () => {
    server.reply = raw(401, 'Bearer hush-hush is wrong');

    const outcomes = [await facilitator().verify(request), await facilitator().settle(request), facilitator().name];

    expect(JSON.stringify(outcomes)).not.toContain('hush');
  });

  it('are made twice for a verification that was cut, and once for a settlement', async () => {
    let calls = 0;
    server.reply = (incoming, response) => (++calls === 1 ? cut : json(200, { isValid: true }))(incoming, response);

    expect(await facilitator().verify(request)).toEqual({ kind: 'verified' });
    expect(calls).toBe(2);
  });

  it('tell how the last one went', async () => {
    const client = facilitator();
    expect(client.health()).toBe('unused');
    server.reply = json(200, { isValid: false, invalidReason: 'insufficient_funds' });
    await client.verify(request);
    expect(client.health()).toBe('ok');
    server.reply = cut;
    await client.verify(request);
    expect(client.health()).toBe('failing');
  });
});

describe('a payment of version 1', () => {
  const authorization = { from: PAYER, to: request.expected.payTo, value: '1000' };
  const v1: FacilitatorRequest = {
    ...request,
    x402Version: 1,
    paymentPayload: {
      x402Version: 1,
      scheme: 'exact',
      network: 'base',
      payload: { signature: '0x5ec2e7', authorization },
    },
    paymentRequirements: {
      scheme: 'exact',
      network: 'base',
      maxAmountRequired: '1000',
      asset: '0xA5',
      payTo: '0xB6',
      maxTimeoutSeconds: 60,
      extra: { name: 'USD Coin', version: '2' },
      description: 'A product.',
      mimeType: 'application/json',
      resource: 'https://api.example.com/v1/eol/nodejs',
    },
  };
  const KINDS = {
    both: [
      { x402Version: 1, scheme: 'exact', network: 'base' },
      { x402Version: 2, scheme: 'exact', network: NETWORK },
    ],
    v2: [{ x402Version: 2, scheme: 'exact', network: NETWORK }],
    v1: [{ x402Version: 1, scheme: 'exact', network: 'base' }],
    none: [],
  };
  const speaking =
    (supported: Reply, outcome: Reply): Reply =>
    (incoming, response) =>
      (incoming.url?.endsWith('/supported') ? supported : outcome)(incoming, response);
  const client = (): HttpFacilitator => {
    const made = new HttpFacilitator({
      url: `${server.url}/x402`,
      credentials: (method, { pathname }) => ({ authorization: `for ${method} ${pathname}` }),
      networkNames: { v1: 'base', v2: NETWORK },
    });
    open.push(made);
    return made;
  };
  const sent = (call: string) => {
    const received = server.received.find(({ url }) => url === `/x402/${call}`)!;
    return JSON.parse(received.body) as { x402Version: number; paymentPayload: object; paymentRequirements: object };
  };

  it('is translated for a facilitator that lists version 2 alone', async () => {
    server.reply = speaking(json(200, { kinds: KINDS.v2 }), (incoming, response) =>
      json(200, incoming.url === '/x402/verify' ? { isValid: true } : success)(incoming, response),
    );
    const facilitator = client();

    expect(await facilitator.verify(v1)).toEqual({ kind: 'verified' });
    expect(await facilitator.settle(v1)).toMatchObject({ kind: 'settled', network: NETWORK });

    const accepted = {
      scheme: 'exact',
      network: NETWORK,
      amount: '1000',
      asset: '0xA5',
      payTo: '0xB6',
      maxTimeoutSeconds: 60,
      extra: { name: 'USD Coin', version: '2' },
    };
    for (const call of ['verify', 'settle'])
      expect(sent(call)).toEqual({
        x402Version: 2,
        paymentPayload: {
          x402Version: 2,
          resource: {
            url: 'https://api.example.com/v1/eol/nodejs',
            description: 'A product.',
            mimeType: 'application/json',
          },
          accepted,
          payload: { signature: '0x5ec2e7', authorization },
        },
        paymentRequirements: accepted,
      });
  });

  it.each([
    ['lists both', json(200, { kinds: KINDS.both })],
    ['lists version 1 alone', json(200, { kinds: KINDS.v1 })],
    ['lists neither', json(200, { kinds: KINDS.none })],
    ['does not say', raw(404, 'no such route')],
  ])('goes as it came to one that %s', async (_name, supported) => {
    server.reply = speaking(supported, json(200, { ...success, network: 'base' }));

    expect(await client().settle(v1)).toMatchObject({ kind: 'settled', network: 'base' });
    expect(sent('settle')).toMatchObject({ x402Version: 1, paymentPayload: v1.paymentPayload });
  });

  it('lets a facilitator be asked what it supports, with credentials, and tells it', async () => {
    server.reply = speaking(json(200, { kinds: KINDS.v2 }), json(200, success));
    const facilitator = client();
    expect(facilitator.states()[0]).toMatchObject({ state: 'unused', supports: { v1: null, v2: null } });

    await facilitator.settle(v1);

    expect(facilitator.states()).toEqual([
      {
        name: `${server.url.slice('http://'.length)}/x402`,
        state: 'ok',
        breaker: 'closed',
        supports: { v1: false, v2: true },
      },
    ]);
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
      'for GET /x402/supported',
      'for POST /x402/settle',
    ]);
  });

  it('does not keep version 2 waiting for what is supported', async () => {
    server.reply = speaking(hang, json(200, success));

    expect((await client().settle(request)).kind).toBe('settled');
    expect(server.received.map(({ url }) => url)).toEqual(['/x402/settle']);
  });
});

it('reads a reply that comes in pieces', async () => {
  server.reply = inPieces(success);

  expect(await facilitator().settle(request)).toMatchObject({ kind: 'settled', transaction: HASH });
});
