import { generateKeyPairSync } from 'node:crypto';
import type { GateLog } from '@stackcheck/payment-x402/settle';
import { REQUEST, SUCCESS } from '../testing/sample-request';
import { json, raw, startScriptedServer, type ScriptedServer } from '../testing/scripted-server';
import { readCdpKey } from './cdp-key';
import { configuredFacilitators } from './configured-facilitators';
import type { FacilitatorConfig } from './facilitator-config';

const NAMES = { v1: 'base', v2: 'eip155:8453' };
const log = jest.fn<void, Parameters<GateLog>>();
let first: ScriptedServer;
let second: ScriptedServer;

beforeEach(async () => {
  log.mockClear();
  [first, second] = await Promise.all([startScriptedServer(), startScriptedServer()]);
});
afterEach(() => Promise.all([first.close(), second.close()]));

it.each<[string, FacilitatorConfig['auth'], string | undefined]>([
  ['without credentials', { kind: 'none' }, undefined],
  ['with a token', { kind: 'bearer', token: 'hush-hush' }, 'Bearer hush-hush'],
])('calls a facilitator %s', async (_what, auth, authorization) => {
  first.reply = json(200, { isValid: true });

  const made = configuredFacilitators([{ url: first.url, auth }], NAMES, log);
  expect(await made.verify(REQUEST)).toMatchObject({ kind: 'verified', by: first.url.slice('http://'.length) });

  expect(first.received[0]?.headers.authorization).toBe(authorization);
  expect(log).not.toHaveBeenCalled();
});

it('calls the one of a platform with a token for that call', async () => {
  first.reply = json(200, { isValid: true });
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const secret = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64');

  const auth = { kind: 'cdp', key: readCdpKey('key-1', secret) } as const;
  await configuredFacilitators([{ url: `${first.url}/v2`, auth }], NAMES, log).verify(REQUEST);

  const [, claims = ''] = first.received[0]!.headers.authorization!.replace(/^Bearer /, '').split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    sub: 'key-1',
    uris: [`POST ${first.url.slice('http://'.length)}/v2/verify`],
  });
});

it('raises an alarm where an operator has to act', async () => {
  first.reply = json(200, { isValid: false, invalidReason: 'request_blocked_by_location' });

  const made = configuredFacilitators([{ url: first.url, auth: { kind: 'none' } }], NAMES, log);
  expect((await made.verify(REQUEST)).kind).toBe('unavailable');

  expect(log.mock.calls).toEqual([
    [
      {
        level: 'alarm',
        event: 'facilitator_failed',
        reason: `${first.url.slice('http://'.length)}: request_blocked_by_location`,
      },
    ],
  ]);
});

it('translates a payment of version 1 for one that speaks version 2 alone', async () => {
  first.reply = (request, response) =>
    json(
      200,
      request.url === '/supported'
        ? { kinds: [{ x402Version: 2, scheme: 'exact', network: NAMES.v2 }] }
        : { isValid: true },
    )(request, response);
  const paymentRequirements = { ...(REQUEST.paymentRequirements as object), network: 'base', extra: {} };
  const paymentPayload = { x402Version: 1, scheme: 'exact', network: 'base', payload: { signature: '0x5ec2e7' } };

  const made = configuredFacilitators([{ url: first.url, auth: { kind: 'none' } }], NAMES, log);
  await made.verify({ ...REQUEST, x402Version: 1, paymentPayload, paymentRequirements });

  expect(JSON.parse(first.received.at(-1)!.body)).toMatchObject({ x402Version: 2 });
});

it('logs what one of them fails at, also when another helps', async () => {
  first.reply = raw(503, '');
  second.reply = (request, response) =>
    json(200, request.url === '/verify' ? { isValid: true } : SUCCESS)(request, response);
  const none = { kind: 'none' } as const;

  const made = configuredFacilitators(
    [
      { url: first.url, auth: none },
      { url: second.url, auth: none },
    ],
    NAMES,
    log,
  );
  expect((await made.verify(REQUEST)).kind).toBe('verified');

  expect(log.mock.calls).toEqual([
    [
      {
        level: 'warn',
        event: 'facilitator_failed',
        reason: `${first.url.slice('http://'.length)}: HTTP 503 without an outcome`,
      },
    ],
  ]);
});
