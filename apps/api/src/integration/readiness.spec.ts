import request from 'supertest';
import { expectError } from '../testing/expect-error';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

describe('what the service cannot sell now', () => {
  async function whileRunning(
    env: Record<string, string>,
    publish: boolean,
    check: (other: StarterApi) => Promise<void>,
  ): Promise<void> {
    const other = await startStarterApi({ env, publish });
    try {
      await check(other);
    } finally {
      await other.close();
    }
  }

  test('paused: no offer, free routes answer', () =>
    whileRunning({ PAUSED: 'true' }, true, async (other) => {
      await expectError(await request(other.url).get('/v1/eol/nodejs').expect('Retry-After', '30'), 'paused');
      await request(other.url).get('/v1/eol/index').expect(200);
      await expectError(await request(other.url).get('/readyz'), 'paused');
    }));

  test('payments off: no offer, free routes answer', () =>
    whileRunning({ PAYMENTS_MODE: 'off' }, true, async (other) => {
      const unpaid = request(other.url).get('/v1/eol/nodejs');
      await expectError(await unpaid, 'payments_unconfigured');
      const paid = request(other.url).get('/v1/eol/nodejs').set('PAYMENT-SIGNATURE', 'x');
      await expectError(await paid, 'payments_unconfigured');
      await request(other.url).get('/v1/eol/index').expect(200);
    }));

  test('no snapshot: no offer, and health says so', () =>
    whileRunning({}, false, async (other) => {
      for (const path of ['/v1/eol/nodejs', '/v1/eol/index', '/readyz'])
        await expectError(await request(other.url).get(path), 'dataset_unavailable');
      const { body } = await request(other.url).get('/health');
      expect(body).toMatchObject({ status: 'degraded', datasets: { eol: { loaded: false } } });
    }));

  test('the starter is never sold for real money', () =>
    whileRunning(
      {
        PAYMENTS_MODE: 'facilitator',
        FACILITATOR_URL: 'https://facilitator.example',
        PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      },
      true,
      async (other) => void (await expectError(await request(other.url).get('/v1/eol/nodejs'), 'stale_data')),
    ));
});
