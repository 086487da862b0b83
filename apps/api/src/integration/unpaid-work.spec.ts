import { ServiceError } from '@stackcheck/contract';
import { callFrom } from '../testing/call-from';
import { startStarterApi, type StarterApi } from '../testing/starter-api';
import { ROUTES } from '../composition/routes';
import type { AnyRoute } from '../catalogue/define-route';

const CLIENT = '127.0.0.66';
const OTHER = '127.0.0.7';
const TARGET = '/v1/eol/check';
const BOGUS = `0x${'11'.repeat(64)}1b`;
const OF_A_CONTRACT = `0x${'22'.repeat(96)}`;
const BODY = JSON.stringify({ items: [{ product: 'nodejs', version: '20' }] });
const ROUTE = ROUTES.find(({ operationId }) => operationId === 'service_eol_check') as {
  -readonly [name in keyof AnyRoute]: AnyRoute[name];
};
const own = { answer: ROUTE.answer.bind(ROUTE), cost: ROUTE.cost };

const inFull = process.env['CAMPAIGN'] === 'full' ? test : test.skip;
let api: StarterApi;
let computed: number;
/** What all work has taken: a processor that is as fast as the test says. */
let workedMs: number;
/** What the route's work costs, really and as it is foretold. */
let costMs: number;

beforeEach(async () => {
  [computed, costMs, workedMs] = [0, 0, 0];
  api = await startStarterApi({ overrides: { processorClock: { monotonic: () => workedMs } } });
  const verify = api.facilitator.verify.bind(api.facilitator);
  api.facilitator.verify = async (request) => {
    const { signature } = (request.paymentPayload as { payload: { signature: string } }).payload;
    return signature === BOGUS
      ? { kind: 'refused', code: 'payment_invalid', reason: 'invalid_signature' }
      : verify(request);
  };
  ROUTE.cost = () => costMs;
  ROUTE.answer = (input, deps) => {
    computed++;
    workedMs += costMs;
    return own.answer(input, deps);
  };
});
afterEach(async () => {
  ROUTE.answer = own.answer;
  ROUTE.cost = own.cost!;
  await api.close();
});

type Change = Parameters<StarterApi['payment']>[2];

function buy(change: Change = {}, client = CLIENT, body = BODY): ReturnType<typeof callFrom> {
  const payment = api.payment('service_eol_check', TARGET, change);
  return callFrom(client, api.url + TARGET, { headers: { 'PAYMENT-SIGNATURE': payment }, body });
}

const codeOf = ({ text }: { readonly text: string }): unknown =>
  (JSON.parse(text) as { error?: { code: string } }).error?.code ?? 200;

describe('work that costs more than a millisecond', () => {
  test('is not done for a payment that its payer did not sign', async () => {
    costMs = 5;

    expect(codeOf(await buy({ signature: BOGUS }))).toBe('payment_invalid');
    expect(computed).toBe(0);
  });

  test('is done for a signature that only the facilitator can judge, when it has: it is asked once', async () => {
    costMs = 5;

    expect((await buy({ signature: OF_A_CONTRACT })).status).toBe(200);
    expect(computed).toBe(1);
    expect(api.facilitator.verifyRequests).toHaveLength(1);
  });

  test('is done at once for what the payer signed himself', async () => {
    costMs = 5;
    api.facilitator.verifyScript.push({ kind: 'refused', code: 'payment_invalid', reason: 'insufficient_funds' });

    expect(codeOf(await buy())).toBe('payment_invalid');
    expect(computed).toBe(1);
  });

  test('is not done for an empty purse either when it costs twenty', async () => {
    costMs = 25;
    api.facilitator.verifyScript.push({ kind: 'refused', code: 'payment_invalid', reason: 'insufficient_funds' });

    expect(codeOf(await buy())).toBe('payment_invalid');
    expect(computed).toBe(0);
    expect((await buy()).status).toBe(200);
    expect(api.facilitator.verifyRequests).toHaveLength(2);
  });
});

describe('work that nobody pays for', () => {
  const fail = (): void => {
    ROUTE.answer = () => {
      computed++;
      workedMs += costMs;
      throw new ServiceError('unknown_id');
    };
  };

  test('is done for one second of a minute and client, 404s included; then it waits for Retry-After', async () => {
    costMs = 280;
    fail();

    const codes: unknown[] = [];
    for (let at = 0; at < 6; at++) codes.push(codeOf(await buy()));

    expect(codes).toEqual(['unknown_id', 'unknown_id', 'unknown_id', 'unknown_id', 'rate_limited', 'rate_limited']);
    expect(computed).toBe(4);
    const limited = await buy();
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(5);
    expect(codeOf(await buy({}, OTHER))).toBe('unknown_id');
    api.clock.advance(Number(limited.headers['retry-after']) * 1_000);
    expect(codeOf(await buy())).toBe('unknown_id');
  });

  test('is not done many times over when it is asked for at once', async () => {
    costMs = 300;
    fail();

    const codes = (await Promise.all(Array.from({ length: 20 }, () => buy()))).map(codeOf);

    expect(codes.filter((code) => code === 'unknown_id').length).toBeLessThanOrEqual(4);
    expect(codes.filter((code) => code === 'rate_limited').length).toBeGreaterThanOrEqual(16);
  });

  test('makes cheap calls of its client prove their signature, too', async () => {
    costMs = 110;
    fail();
    await buy();
    costMs = 0;
    ROUTE.answer = own.answer;
    const before = api.facilitator.verifyRequests.length;

    expect(codeOf(await buy({ signature: BOGUS }, CLIENT, '{"items":[{"product":"nodejs","version":"20"}]}'))).toBe(
      'payment_invalid',
    );
    expect(codeOf(await buy())).toBe(200);
    expect(api.facilitator.verifyRequests.length).toBe(before + 1);
  });

  test('counts wrong inputs, which cost what reading them costs', async () => {
    const wrong = JSON.stringify({ items: Array.from({ length: 50 }, () => ({ product: 1, version: 1 })) });
    // An input that is wrong leaves its payment unused.
    const payments = Array.from({ length: 50 }, () => api.payment('service_eol_check', TARGET));
    const ask = (payment: string): ReturnType<typeof callFrom> =>
      callFrom(CLIENT, api.url + TARGET, { headers: { 'PAYMENT-SIGNATURE': payment }, body: wrong });

    // What each request counts besides would take 4,000 of them.
    let asked = 0;
    let codes: unknown[] = [];
    do {
      codes = (await Promise.all(payments.map(ask))).map(codeOf);
      asked += codes.length;
    } while (codes.every((code) => code === 'bad_request') && asked < 3_000);

    expect(codes).toContain('rate_limited');
    expect(api.facilitator.verifyRequests).toHaveLength(0);
  });

  inFull(
    'counts what is refused at the door, such as a payment that is sent again while it is being worked on (CAMPAIGN=full)',
    async () => {
      let finish = (): void => undefined;
      const verify = api.facilitator.verify.bind(api.facilitator);
      api.facilitator.verify = async (request) => {
        await new Promise<void>((resolve) => (finish = resolve));
        return verify(request);
      };
      const payment = api.payment('service_eol_check', TARGET);
      const ask = (): ReturnType<typeof callFrom> =>
        callFrom(CLIENT, api.url + TARGET, { headers: { 'PAYMENT-SIGNATURE': payment }, body: BODY });
      const first = ask();
      first.catch(() => undefined);

      let codes: unknown[] = [];
      for (let asked = 0; asked < 5_000 && !codes.includes('rate_limited'); asked += 50)
        codes = (await Promise.all(Array.from({ length: 50 }, ask))).map(codeOf);

      expect(codes).toContain('rate_limited');
      finish();
      expect((await first).status).toBe(200);
    },
    240_000,
  );
});

test('work that is paid for is given back: a buyer of dear answers never waits', async () => {
  costMs = 150;

  const seen = [];
  for (let at = 0; at < 12; at++) seen.push((await buy()).status);
  const atOnce = await Promise.all(Array.from({ length: 8 }, () => buy()));

  expect(seen).toEqual(seen.map(() => 200));
  expect(atOnce.map(({ status }) => status)).toEqual(atOnce.map(() => 200));
});

test('nor do buyers behind one address whose dear answers are being settled at the same time', async () => {
  costMs = 150;
  const settle = api.facilitator.settle.bind(api.facilitator);
  api.facilitator.settle = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return settle(request);
  };

  const atOnce = await Promise.all(Array.from({ length: 16 }, () => buy()));

  expect(atOnce.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
    atOnce.map(() => [200, undefined]),
  );
});
