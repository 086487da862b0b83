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
      const response = await fetch(`${other.url}/v1/eol/nodejs`);

      await expectError(response, 'paused');
      expect(response.headers.get('retry-after')).toBe('30');
      expect((await fetch(`${other.url}/v1/eol/index`)).status).toBe(200);
      await expectError(await fetch(`${other.url}/readyz`), 'paused');
    }));

  test('payments off: no offer, free routes answer', () =>
    whileRunning({ PAYMENTS_MODE: 'off' }, true, async (other) => {
      await expectError(await fetch(`${other.url}/v1/eol/nodejs`), 'payments_unconfigured');
      await expectError(
        await fetch(`${other.url}/v1/eol/nodejs`, { headers: { 'PAYMENT-SIGNATURE': 'x' } }),
        'payments_unconfigured',
      );
      expect((await fetch(`${other.url}/v1/eol/index`)).status).toBe(200);
    }));

  test('no snapshot: no offer, and health says so', () =>
    whileRunning({}, false, async (other) => {
      await expectError(await fetch(`${other.url}/v1/eol/nodejs`), 'dataset_unavailable');
      await expectError(await fetch(`${other.url}/v1/eol/index`), 'dataset_unavailable');
      await expectError(await fetch(`${other.url}/readyz`), 'dataset_unavailable');
      expect(await (await fetch(`${other.url}/health`)).json()).toMatchObject({
        status: 'degraded',
        datasets: { eol: { loaded: false } },
      });
    }));

  test('the starter is never sold for real money', () =>
    whileRunning(
      {
        PAYMENTS_MODE: 'facilitator',
        FACILITATOR_URL: 'https://facilitator.example',
        PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      },
      true,
      async (other) => void (await expectError(await fetch(`${other.url}/v1/eol/nodejs`), 'stale_data')),
    ));
});
