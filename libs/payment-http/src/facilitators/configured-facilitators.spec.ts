import type { GateLog } from '@stackcheck/payment-x402/settle';
import { REQUEST, SUCCESS } from '../testing/sample-request';
import { json, raw, startScriptedServer, type ScriptedServer } from '../testing/scripted-server';
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
        reason: expect.stringContaining(first.url.slice('http://'.length)),
      },
    ],
  ]);
});
