import { callFrom } from '../testing/call-from';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const TARGET = '/v1/eol/nodejs';
const BOGUS = `0x${'11'.repeat(64)}1b`;

let api: StarterApi;
let calls = 0;

beforeEach(async () => {
  api = await startStarterApi();
  calls = 0;
  const verify = api.facilitator.verify.bind(api.facilitator);
  api.facilitator.verify = async (request) => {
    calls++;
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { signature } = (request.paymentPayload as { payload: { signature: string } }).payload;
    if (signature === BOGUS) return { kind: 'refused', code: 'payment_invalid', reason: 'invalid_signature' };
    return verify(request);
  };
});
afterEach(() => api.close());

const burst = async (count: number, client: string, signature?: string): Promise<Record<number, number>> => {
  const made = Array.from({ length: count }, () =>
    api.payment('service_eol_product', TARGET, signature === undefined ? {} : { signature }),
  );
  const answers = await Promise.all(
    made.map((payment) => callFrom(client, api.url + TARGET, { headers: { 'PAYMENT-SIGNATURE': payment } })),
  );
  const tally: Record<number, number> = {};
  for (const { status } of answers) tally[status] = (tally[status] ?? 0) + 1;
  return tally;
};

test('two hundred bogus payments at once cost five facilitator calls, and buyers elsewhere notice nothing', async () => {
  const [attack, honest] = await Promise.all([burst(200, '127.0.0.66', BOGUS), burst(10, '127.0.0.7')]);

  expect(attack[402]).toBe(5);
  expect((attack[402] ?? 0) + (attack[429] ?? 0) + (attack[503] ?? 0)).toBe(200);
  expect(honest).toEqual({ 200: 10 });
  expect(calls).toBe(15);
});

test('fifty good payments at once of one address are all sold on a fresh server', async () => {
  expect(await burst(50, '127.0.0.7')).toEqual({ 200: 50 });
});
