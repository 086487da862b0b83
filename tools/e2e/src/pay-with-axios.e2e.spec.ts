import { createAxiosBuyer } from './buyers/axios-buyer';
import { walletSigner } from './buyers/wallet-signer';
import { anvilAvailable } from './chain/anvil';
import { startPaidService, type PaidService } from './service/paid-service';
import { PRICED_QUESTIONS } from './service/priced-questions';

jest.setTimeout(240_000);

const there = anvilAvailable();

(there ? describe : describe.skip)('the official client for axios (needs @foundry-rs/anvil-linux-amd64)', () => {
  let service: PaidService;

  beforeAll(async () => {
    service = await startPaidService();
  });
  afterAll(() => service?.close());

  it.each(PRICED_QUESTIONS)('pays $route with one transfer of exactly $price', async ({ price, path, body }) => {
    const payer = await service.chain.newPayer(BigInt(price));

    const { result, transfers } = await service.during(() => createAxiosBuyer(payer)(service.url + path, body));

    expect(result.status).toBe(200);
    expect(result.json()).toHaveProperty('data');
    expect(transfers).toEqual([expect.objectContaining({ from: payer.address, to: service.payTo, value: price })]);
    expect(result.receipt).toMatchObject({ success: true, transaction: transfers[0]?.transaction });
  });

  it('pays from a smart wallet (ERC-1271)', async () => {
    const wallet = await service.chain.newWallet(1_000n);

    const { result, transfers } = await service.during(() =>
      createAxiosBuyer(walletSigner(wallet))(`${service.url}/v1/eol/nodejs`),
    );

    expect(result.status).toBe(200);
    expect(transfers.map(({ from, value }) => [from.toLowerCase(), value])).toEqual([
      [wallet.address.toLowerCase(), '1000'],
    ]);
  });

  it('is not charged for an answer that there is none of', async () => {
    const payer = await service.chain.newPayer(1_000n);

    const { result, transfers } = await service.during(() =>
      createAxiosBuyer(payer)(`${service.url}/v1/eol/no-such-product`),
    );

    expect([result.status, result.payment]).toEqual([404, expect.anything()]);
    expect(transfers).toEqual([]);
  });
});
