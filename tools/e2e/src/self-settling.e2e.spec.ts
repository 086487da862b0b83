import { createV2Buyer, resend, type Purchase } from '@stackcheck/demo';
import type { Address } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { createV1Buyer } from './buyers/v1-buyer';
import { walletSigner } from './buyers/wallet-signer';
import { anvilAvailable } from './chain/anvil';
import { startTestChain, type TestChain } from './chain/test-chain';
import { authorize, startSelfOnChain, type SelfOnChain } from './self/self-on-chain';
import { startPaidService, type PaidService } from './service/paid-service';
import { Scratch } from './service/scratch';

// What has to happen is waited for; a busy machine takes its time.
jest.setTimeout(120_000);

const PRODUCT = '/v1/eol/nodejs';
const PRICE = 1_000n;

const there = process.env['CAMPAIGN'] === 'full' && anvilAvailable();
const here = there ? describe : describe.skip;

here('settling by ourselves (needs CAMPAIGN=full and @foundry-rs/anvil-linux-amd64)', () => {
  describe('the service', () => {
    let service: PaidService;
    beforeAll(async () => {
      service = await startPaidService(async (chain) => ({
        PAYMENTS_MODE: 'self',
        FACILITATOR_URL: '',
        RPC_URL: chain.rpcUrl,
        GAS_KEY: await chain.newGasKey(),
        GAS_FEE_MAX_GWEI: '50',
      }));
    });
    afterAll(() => service?.close());

    it.each(['version 2', 'version 1'])('sells to a buyer of %s for one transfer, named in the receipt', async (of) => {
      const payer = await service.chain.newPayer(PRICE);
      const buy = of === 'version 2' ? createV2Buyer(payer) : createV1Buyer(payer);
      const { result, transfers } = await service.during(() => buy(service.url + PRODUCT));

      expect(result.status).toBe(200);
      expect(transfers).toEqual([
        { from: payer.address, to: service.payTo, value: '1000', transaction: expect.any(String) },
      ]);
      expect(result.receipt).toMatchObject({ success: true, transaction: transfers[0]!.transaction });
      const again = await resend(service.url + PRODUCT, {}, result.payment!);
      expect(again.status).toBe(200);
      expect(service.facilitator.calls).toEqual([]);
    });

    it('sells to many at once, and to a wallet that is a contract', async () => {
      const payers: PrivateKeyAccount[] = [];
      while (payers.length < 5) payers.push(await service.chain.newPayer(PRICE));
      const wallet = await service.chain.newWallet(PRICE);
      const { result, transfers } = await service.during(() =>
        Promise.all([...payers, walletSigner(wallet)].map((payer) => createV2Buyer(payer)(service.url + PRODUCT))),
      );

      expect(result.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect(transfers).toHaveLength(6);
      const named = result.map((answer) => (answer.receipt as { transaction: string }).transaction);
      expect(new Set(named)).toEqual(new Set(transfers.map(({ transaction }) => transaction)));
    });

    it('charges nobody who has nothing, nor for an answer that there is none of', async () => {
      const poor = await service.chain.newPayer(PRICE - 1n);
      const rich = await service.chain.newPayer(PRICE);
      const { result, transfers } = await service.during(async () => [
        await createV2Buyer(poor)(service.url + PRODUCT),
        await createV2Buyer(rich)(`${service.url}/v1/eol/no-such-product`),
      ]);

      expect(result.map(({ status }: Purchase) => status)).toEqual([402, 404]);
      expect(transfers).toEqual([]);
    });
  });

  describe('a wallet on the chain', () => {
    const scratch = new Scratch();
    let chain: TestChain;
    let payTo: Address;
    beforeEach(async () => {
      chain = scratch.keep(await startTestChain());
      payTo = (await chain.newPayer()).address;
    });
    afterEach(() => scratch.clear());
    const wallet = async (...args: Parameters<typeof startSelfOnChain>): Promise<SelfOnChain> =>
      scratch.keep(await startSelfOnChain(...args));
    const payment = async () => authorize(await chain.newPayer(PRICE), payTo, PRICE);

    it('carries what waits in one transaction, and one that somebody else was quicker with harms no other', async () => {
      const { settler, book } = await wallet(chain, payTo);
      const payments = [await payment(), await payment(), await payment()];
      await chain.control.setAutomine(false);
      const outcomes = payments.map(({ request }) => settler.settle(request, 60_000));
      await until(async () => (await book.unfinished()).length > 0);
      await chain.operatorClient.writeContract({
        ...chain.token,
        ...{ functionName: 'transferWithAuthorization', args: payments[1]!.args, chain: undefined },
        ...{ account: chain.operator, gas: 300_000n, maxPriorityFeePerGas: 10n ** 11n, maxFeePerGas: 10n ** 12n },
      } as never);
      await chain.control.setIntervalMining({ interval: 1 });

      const settled = await Promise.all(outcomes);
      expect(settled.map(({ kind }) => kind)).toEqual(['settled', 'unknown', 'settled']);
      const transfers = await chain.transfers();
      expect(transfers).toHaveLength(3);
      expect(await book.nextNonce()).toBe(1);
      expect(await settler.settle({ ...payments[1]!.request, isRepeat: true })).toMatchObject({ kind: 'nonce_used' });
    });

    it('gets a transaction through that no block took, for more', async () => {
      const { settler, book, events } = await wallet(chain, payTo, { stuckMs: 300 });
      const { request } = await payment();
      await chain.control.setAutomine(false);
      const outcome = settler.settle(request, 60_000);
      await until(async () => (await book.unfinished()).length > 0);
      await chain.control.setNextBlockBaseFeePerGas({ baseFeePerGas: 10_000_000_000n });
      await chain.control.mine({ blocks: 1 });
      await until(async () => events.some(({ event }) => event === 'transaction_replaced'));
      await chain.control.setIntervalMining({ interval: 1 });

      expect(await outcome).toMatchObject({ kind: 'settled' });
      expect(await chain.transfers()).toHaveLength(1);
    });

    it('puts a transfer there again whose block is gone, by the same transaction', async () => {
      const { settler, events } = await wallet(chain, payTo);
      const { request } = await payment();
      const before = await chain.control.snapshot();
      const outcome = await settler.settle(request);
      expect(outcome).toMatchObject({ kind: 'settled' });
      await chain.control.revert({ id: before });
      expect(await chain.transfers()).toHaveLength(0);

      // Blocks on top make the node's safe block move, and what is in none is seen.
      await until(async () => {
        await settler.settle({ ...request, isRepeat: true }, 100);
        return (await chain.transfers()).length > 0;
      });
      expect(await settler.settle({ ...request, isRepeat: true })).toEqual(outcome);
      expect(events.map(({ event }) => event)).toContain('transaction_vanished');
    });
  });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 25));
}
