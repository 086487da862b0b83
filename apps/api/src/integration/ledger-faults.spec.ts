import type { PaymentLedger } from '@stackcheck/payment-x402';
import request from 'supertest';
import { expectError } from '../testing/expect-error';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;
/** Thrown by the named method of the ledger while it is set. */
let broken: { readonly method: keyof PaymentLedger; readonly code: string; calls: number } | undefined;

beforeEach(async () => {
  broken = undefined;
  api = await startStarterApi({ overrides: { wrapLedger: breakable } });
});
afterEach(() => api.close());

function breakable<T extends PaymentLedger>(ledger: T): T {
  return new Proxy(ledger, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]): Promise<unknown> => {
        if (broken?.method !== name) return Reflect.apply(value, target, args) as unknown;
        broken.calls++;
        throw Object.assign(new Error('disk I/O error'), { code: broken.code });
      };
    },
  });
}

const buy = () => api.paid('service_eol_product', '/v1/eol/nodejs');

/** What others get between a payment that could not be recorded and the next try of the process to write, which is at most a second later. */
async function untilSeenPaused(): Promise<{ readonly offer: request.Response; readonly ready: request.Response }> {
  for (let tries = 0; ; tries++) {
    await expectError(await buy(), 'paused');
    const [offer, ready] = [await request(api.url).get('/v1/eol/nodejs'), await request(api.url).get('/readyz')];
    if ((offer.status === 503 && ready.status === 503) || tries === 10) return { offer, ready };
  }
}

const soon = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('no room on the disk', () => {
  test('before the settlement: paused, nothing sent, and taken up again by itself', async () => {
    broken = { method: 'claim', code: 'SQLITE_FULL', calls: 0 };

    const { offer, ready } = await untilSeenPaused();
    expect(api.facilitator.settleRequests).toHaveLength(0);
    await expectError(offer, 'paused');
    const { message } = await expectError(ready, 'paused');
    expect(message).toContain('cannot be recorded');

    broken = undefined;
    await soon(1_500);
    await buy().expect(200);
  });

  test('after the settlement: the answer is given, and is on disk later', async () => {
    broken = { method: 'settled', code: 'SQLITE_FULL', calls: 0 };
    const header = api.payment('service_eol_product', '/v1/eol/nodejs');
    const ask = () => request(api.url).get('/v1/eol/nodejs').set('PAYMENT-SIGNATURE', header).expect(200);

    const first = await ask();
    broken = undefined;
    await soon(1_500);
    const second = await ask();

    expect(second.text).toBe(first.text);
    expect(api.facilitator.transfers.size).toBe(1);
  });
});

describe('a failed sync', () => {
  test('ends the payments of this process at once, and the process asks to end', async () => {
    broken = { method: 'claim', code: 'SQLITE_IOERR_FSYNC', calls: 0 };

    // What was written of the claim nobody knows: the next start may find it and settle it.
    await expectError(await buy(), 'settlement_unknown');
    expect(await api.failed).toBe('SQLITE_IOERR_FSYNC');
    const calls = broken.calls;
    await expectError(await buy(), 'paused');
    await soon(1_500);

    expect(broken.calls).toBe(calls);
    expect(calls).toBe(1);
    expect(api.facilitator.settleRequests).toHaveLength(0);
    await request(api.url).get('/livez').expect(200);
  });

  test('in the middle of a settlement does not take the answer from who paid', async () => {
    broken = { method: 'settled', code: 'SQLITE_IOERR_WRITE', calls: 0 };

    await buy().expect(200);

    expect(await api.failed).toBe('SQLITE_IOERR_WRITE');
    await expectError(await buy(), 'paused');
  });
});

test('a file kept locked: paused until a write goes through', async () => {
  broken = { method: 'claim', code: 'SQLITE_BUSY', calls: 0 };

  await expectError(await buy(), 'paused');
  expect(api.facilitator.settleRequests).toHaveLength(0);
  broken = undefined;
  await soon(1_500);

  await buy().expect(200);
});
