import { signReceipt } from '@stackcheck/signing/receipt';
import request from 'supertest';
import { expectError } from '../testing/expect-error';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

jest.mock('@stackcheck/signing/receipt');

let api: StarterApi;
beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());

test.each<[string, () => ReturnType<typeof signReceipt>]>([
  [
    'its receipt cannot be signed',
    () => {
      throw new Error('the key is gone');
    },
  ],
  ['its head cannot be written', async () => ({ 'Content-Digest': 'two\nlines' })],
])(
  'a client that paid never reads that nothing was charged when %s, and gets the answer with the same payment',
  async (_, fail) => {
    const target = '/v1/eol/nodejs';
    const header = api.payment('service_eol_product', target);
    const ask = () => request(api.url).get(target).set('PAYMENT-SIGNATURE', header);
    const { signReceipt: real } = jest.requireActual<{ signReceipt: typeof signReceipt }>(
      '@stackcheck/signing/receipt',
    );
    jest.mocked(signReceipt).mockImplementationOnce(fail).mockImplementation(real);

    const broken = await ask();
    await expectError(broken, 'internal');
    expect(broken.text).not.toContain('nothing was charged');

    await ask().expect(200);
  },
);
