import { createV2Buyer, decodeHeader, type Purchase, resend } from '@stackcheck/demo';
import { createV1Buyer } from './buyers/v1-buyer';
import { anvilAvailable } from './chain/anvil';
import { startPaidService, type PaidService } from './service/paid-service';
import { USDC } from './chain/test-chain';

jest.setTimeout(240_000);

const PRODUCT = '/v1/eol/nodejs';
const PRICE = 1_000n;

const codeOf = (answer: Purchase) => answer.json<{ error?: { code: string } }>().error?.code;

const there = anvilAvailable();

(there ? describe : describe.skip)('with a node to ask (needs @foundry-rs/anvil-linux-amd64)', () => {
  let service: PaidService;

  beforeAll(async () => {
    service = await startPaidService((chain) => ({ RPC_URL: chain.rpcUrl }));
  });
  afterAll(() => service?.close());

  it.each(['version 2', 'version 1'])(
    'a lost settlement of %s is found on the chain: the receipt names it',
    async (version) => {
      const payer = await service.chain.newPayer(PRICE);
      const buy = version === 'version 2' ? createV2Buyer(payer) : createV1Buyer(payer);
      service.facilitator.faults.add('settle', 'done_cut');

      const { result, transfers } = await service.during(async () => {
        const first = await buy(service.url + PRODUCT);
        return { first, again: await resend(service.url + PRODUCT, {}, first.payment!) };
      });

      expect(transfers).toHaveLength(1);
      expect([result.again.status, codeOf(result.again)]).toEqual([200, undefined]);
      expect(result.again.receipt).toMatchObject({ success: true, transaction: transfers[0]?.transaction });
    },
  );

  it('an authorization that the payer cancelled while its settlement was unknown buys nothing', async () => {
    const payer = await service.chain.newPayer(PRICE);
    service.facilitator.faults.add('settle', 'undone_cut');
    const first = await createV2Buyer(payer)(service.url + PRODUCT);
    const { payload } = decodeHeader(first.payment!['PAYMENT-SIGNATURE']!) as {
      payload: { authorization: { nonce: `0x${string}` } };
    };
    const { nonce } = payload.authorization;
    const cancellation = await payer.signTypedData({
      domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: USDC },
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: payer.address, nonce },
    });
    const { chain } = service;
    const args = [payer.address, nonce, cancellation];
    await chain.mined(await chain.send({ ...chain.token, functionName: 'cancelAuthorization', args }));

    const { result, transfers } = await service.during(() => resend(service.url + PRODUCT, {}, first.payment!));

    expect([first.status, codeOf(first)]).toEqual([503, 'settlement_unknown']);
    expect(result.status).not.toBe(200);
    expect(result.json()).not.toHaveProperty('data');
    expect(transfers).toEqual([]);
    expect(await chain.balance(payer.address)).toBe(PRICE);
  });
});
