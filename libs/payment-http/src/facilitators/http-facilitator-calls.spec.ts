import type { FacilitatorRequest } from '@stackcheck/payment-x402/facilitator';
import { bearerCredentials } from './facilitator-credentials';
import { HttpFacilitator } from './http-facilitator';
import { NETWORK, PAYER, REQUEST, SUCCESS } from '../testing/sample-request';
import { cut, hang, json, raw, startScriptedServer, type Reply, type ScriptedServer } from '../testing/scripted-server';

let server: ScriptedServer;
const open: HttpFacilitator[] = [];

beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(async () => {
  await server.close();
  await Promise.all(open.splice(0).map((facilitator) => facilitator.close()));
});

function facilitator(): HttpFacilitator {
  const made = new HttpFacilitator({
    url: `${server.url}/x402/`,
    credentials: bearerCredentials('hush-hush'),
    // A busy machine may take its time over a first connection.
    verifyTimeoutMs: 1_500,
    settleTimeoutMs: 1_500,
  });
  open.push(made);
  return made;
}

describe('the calls', () => {
  it('carry version, payload, requirements and the token, below the configured path', async () => {
    server.reply = json(200, SUCCESS);

    await facilitator().settle(REQUEST);

    expect(server.received[0]).toMatchObject({ method: 'POST', url: '/x402/settle' });
    expect(server.received[0]?.headers).toMatchObject({
      authorization: 'Bearer hush-hush',
      'content-type': 'application/json',
    });
    expect(JSON.parse(server.received[0]!.body)).toEqual({
      x402Version: 2,
      paymentPayload: REQUEST.paymentPayload,
      paymentRequirements: REQUEST.paymentRequirements,
    });
  });

  it('reuse connections', async () => {
    server.reply = (incoming, response) =>
      json(200, incoming.url?.endsWith('verify') ? { isValid: true } : SUCCESS)(incoming, response);
    const client = facilitator();

    for (let call = 0; call < 10; call++) await client.verify(REQUEST);

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

    const outcomes = [await facilitator().verify(REQUEST), await facilitator().settle(REQUEST)];

    expect(outcomes.map((outcome) => 'reason' in outcome && outcome.reason)).toEqual(
      Array(2).fill('call reverted (…)'),
    );
  });

  it('never show the token', async () => {
    server.reply = raw(401, 'Bearer hush-hush is wrong');

    const outcomes = [await facilitator().verify(REQUEST), await facilitator().settle(REQUEST), facilitator().name];

    expect(JSON.stringify(outcomes)).not.toContain('hush');
  });

  it('are made twice for a verification that was cut, and once for a settlement', async () => {
    let calls = 0;
    server.reply = (incoming, response) => (++calls === 1 ? cut : json(200, { isValid: true }))(incoming, response);

    expect(await facilitator().verify(REQUEST)).toEqual({ kind: 'verified' });
    expect(calls).toBe(2);
  });

  it('are not made again where an answer came, whatever it says, nor when the time is over', async () => {
    server.reply = raw(503, 'try later');
    expect(await facilitator().verify(REQUEST)).toEqual({
      kind: 'unavailable',
      reason: 'HTTP 503 without an outcome',
    });
    expect(server.received).toHaveLength(1);

    server.reply = hang;
    expect((await facilitator().verify(REQUEST)).kind).toBe('unavailable');
    expect(server.received).toHaveLength(2);
  });

  it('tell how the last one went', async () => {
    const client = facilitator();
    expect(client.health()).toBe('unused');
    server.reply = json(200, { isValid: false, invalidReason: 'insufficient_funds' });
    await client.verify(REQUEST);
    expect(client.health()).toBe('ok');
    server.reply = cut;
    await client.verify(REQUEST);
    expect(client.health()).toBe('failing');
  });

  it.each([
    ['a settlement', json(200, SUCCESS), 'ok'],
    ['a refusal', json(400, { success: false, errorReason: 'insufficient_funds', transaction: '' }), 'ok'],
    ['a fault of the facilitator', json(500, SUCCESS), 'failing'],
    ['a redirection', json(302, SUCCESS), 'failing'],
    ['no answer', cut, 'failing'],
  ])('tell of a call to settle with %s how it went', async (_what, reply, health) => {
    const client = facilitator();
    server.reply = reply;
    await client.settle(REQUEST);
    expect(client.health()).toBe(health);
  });

  it.each([
    ['without a hash', { transaction: '' }, 'settled without a transaction hash'],
    ['on another network', { network: 'eip155:1' }, 'settled on another network'],
    ['for another payer', { payer: `0x${'11'.repeat(20)}` }, 'settled for another payer'],
  ])('say what is wrong with a success %s', async (_what, changed, reason) => {
    server.reply = json(200, { ...SUCCESS, ...changed });
    expect(await facilitator().settle(REQUEST)).toEqual({ kind: 'unknown', reason });
  });
});

describe('a payment of version 1', () => {
  const authorization = { from: PAYER, to: REQUEST.expected.payTo, value: '1000' };
  const v1: FacilitatorRequest = {
    ...REQUEST,
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
      json(200, incoming.url === '/x402/verify' ? { isValid: true } : SUCCESS)(incoming, response),
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
    server.reply = speaking(supported, json(200, { ...SUCCESS, network: 'base' }));

    expect(await client().settle(v1)).toMatchObject({ kind: 'settled', network: 'base' });
    expect(sent('settle')).toMatchObject({ x402Version: 1, paymentPayload: v1.paymentPayload });
  });

  it('lets a facilitator be asked what it supports, with credentials, and reports it', async () => {
    server.reply = speaking(json(200, { kinds: KINDS.v2 }), json(200, SUCCESS));
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
    server.reply = speaking(hang, json(200, SUCCESS));

    expect((await client().settle(REQUEST)).kind).toBe('settled');
    expect(server.received.map(({ url }) => url)).toEqual(['/x402/settle']);
  });
});
