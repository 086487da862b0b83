import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';

import { bearerCredentials } from './facilitator-credentials';
import { HttpFacilitator } from './http-facilitator';
import { HASH, NETWORK, PAYER, REQUEST, SUCCESS } from '../testing/sample-request';
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
} from '../testing/scripted-server';

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

function facilitator(url = `${server.url}/x402/`, settleTimeoutMs = 400): HttpFacilitator {
  const made = new HttpFacilitator({
    url,
    credentials: bearerCredentials('hush-hush'),
    verifyTimeoutMs: 400,
    settleTimeoutMs,
  });
  open.push(made);
  return made;
}

describe('settling', () => {
  const rows: readonly Row[] = [
    ['success', json(200, SUCCESS), 'settled'],
    ['success without a payer', json(200, { ...SUCCESS, payer: undefined }), 'settled'],
    [
      'success with the payer in another spelling',
      json(200, { ...SUCCESS, payer: PAYER.toUpperCase().replace('X', 'x') }),
      'settled',
    ],
    ['success for another payer', json(200, { ...SUCCESS, payer: `0x${'11'.repeat(20)}` }), 'unknown'],
    ['success on another network', json(200, { ...SUCCESS, network: 'eip155:1' }), 'unknown'],
    ['success without a hash', json(200, { ...SUCCESS, transaction: '' }), 'unknown'],
    ['success with half a hash', json(200, { ...SUCCESS, transaction: '0x12' }), 'unknown'],
    ['success as text', json(200, { ...SUCCESS, success: 'true' }), 'unknown'],
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
    ['success in a 500', json(500, SUCCESS), 'unknown'],
    ['success in a 400', json(400, SUCCESS), 'unknown'],
    ['success in a 302', json(302, SUCCESS), 'unknown'],
    ['success in a 304', raw(304, ''), 'unknown'],
    ['success in a 202', json(202, SUCCESS), 'settled'],
    ['no funds in a 302', refusal(302, 'insufficient_funds'), 'unknown'],
    ['success said twice', twice(SUCCESS, 'success', true), 'unknown'],
    ['success after a failure', twice({ ...SUCCESS, errorReason: 'insufficient_funds' }, 'success', false), 'unknown'],
    ['success after a failure, escaped', twice(SUCCESS, '\\u0073uccess', false), 'unknown'],
    ['two transactions', twice(SUCCESS, 'transaction', HASH), 'unknown'],
    ['two payers', twice(SUCCESS, 'payer', PAYER), 'unknown'],
    ['a key twice further down', raw(200, `{"extra":{"a":1,"a":2},${JSON.stringify(SUCCESS).slice(1)}`), 'unknown'],
    [
      'a refusal said twice',
      twice({ success: false, errorReason: 'insufficient_funds' }, 'errorReason', 'x'),
      'unknown',
    ],
    [
      'depth without end',
      raw(200, `{"extra":${'['.repeat(5_000)}${']'.repeat(5_000)},${JSON.stringify(SUCCESS).slice(1)}`),
      'unknown',
    ],
    ['a 429', raw(429, 'slow down'), 'unknown'],
    ['a 401', json(401, { error: 'no token' }), 'unknown'],
    ['an HTML 502', raw(502, '<html>bad gateway</html>'), 'unknown'],
    ['an HTML 200', raw(200, '<html>welcome</html>'), 'unknown'],
    ['a JSON array', json(200, [SUCCESS]), 'unknown'],
    ['null', json(200, null), 'unknown'],
    ['a cut connection', cut, 'unknown'],
    ['a cut body', half, 'unknown'],
    ['an endless body', endless, 'unknown'],
    ['no answer', hang, 'unknown'],
  ];

  it.each(rows.map(named))('%s', async (_name, { given, kind, code }) => {
    server.reply = given;

    const outcome = await facilitator().settle(REQUEST);

    expect(outcome).toMatchObject(code === undefined ? { kind } : { kind, code });
    expect(server.received).toHaveLength(1);
  });

  it('is not sent where nothing listens', async () => {
    const free = createTcpServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));

    expect(await facilitator(`http://127.0.0.1:${port}`).settle(REQUEST)).toMatchObject({ kind: 'not_sent' });
  });

  it('is not sent when the TLS handshake fails, since no request byte left', async () => {
    const plain = createTcpServer((socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const { port } = plain.address() as AddressInfo;

    expect(await facilitator(`https://127.0.0.1:${port}`).settle(REQUEST)).toMatchObject({ kind: 'not_sent' });
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

    expect(await client.settle(REQUEST)).toMatchObject({ kind: 'not_sent' });
    expect(hellos).toBe(1);
    for (const socket of held) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  it('obeys a shorter time', async () => {
    server.reply = hang;
    const patient = facilitator(undefined, 3_600_000);

    // It ends at all.
    expect(await patient.settle(REQUEST, 400)).toMatchObject({ kind: 'unknown' });
  });
});

/** A good reply with one more member before its own. */
function twice(body: object, key: string, value: unknown): Reply {
  return raw(200, `{"${key}":${JSON.stringify(value)},${JSON.stringify(body).slice(1)}`);
}

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
    ['valid in a 500', json(500, { isValid: true, payer: PAYER }), 'unavailable'],
    ['valid in a 402', json(402, { isValid: true, payer: PAYER }), 'unavailable'],
    ['valid in a 302', json(302, { isValid: true, payer: PAYER }), 'unavailable'],
    ['funds in a 302', refused(302, 'insufficient_funds'), 'unavailable'],
    ['valid after invalid', twice({ isValid: true, payer: PAYER }, 'isValid', false), 'unavailable'],
    ['two payers', twice({ isValid: true, payer: PAYER }, 'payer', PAYER), 'unavailable'],
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

    expect(await facilitator().verify(REQUEST)).toMatchObject(code === undefined ? { kind } : { kind, code });
  });

  it('says who was short of money, and nothing like it of a signature', async () => {
    server.reply = refused(200, 'insufficient_funds');
    expect(await facilitator().verify(REQUEST)).toMatchObject({
      byFunds: true,
      message: expect.stringContaining('funds'),
    });
    server.reply = refused(200, 'invalid_exact_evm_signature');
    expect(await facilitator().verify(REQUEST)).not.toHaveProperty('byFunds');
  });
});

it('reads a reply that comes in pieces', async () => {
  server.reply = inPieces(SUCCESS);

  expect(await facilitator().settle(REQUEST)).toMatchObject({ kind: 'settled', transaction: HASH });
});

it.each([301, 302, 303, 307, 308])(
  'a %i is not followed: the payment goes nowhere but to the facilitator',
  async (status) => {
    const elsewhere = await startScriptedServer();
    elsewhere.reply = (request, response) =>
      json(200, request.url?.includes('settle') ? SUCCESS : { isValid: true, payer: PAYER })(request, response);
    server.reply = (request, response) =>
      response.writeHead(status, { location: `${elsewhere.url}${request.url}` }).end(JSON.stringify(SUCCESS));
    const asked = facilitator();

    expect(await asked.verify(REQUEST)).toMatchObject({ kind: 'unavailable' });
    expect(await asked.settle(REQUEST)).toMatchObject({ kind: 'unknown' });

    expect(asked.health()).toBe('failing');
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  },
);
