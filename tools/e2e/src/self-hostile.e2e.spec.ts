import { createV2Buyer, resend } from '@stackcheck/demo';
import { RpcWalletNode } from '@stackcheck/payment-http/chain';
import type { WalletNode } from '@stackcheck/payment-x402/self';
import { MemoryBook } from '@stackcheck/payment-x402/testing';
import type { Address, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { anvilAvailable, startAnvil } from './chain/anvil';
import { startTestChain, type TestChain } from './chain/test-chain';
import { startPaidService } from './service/paid-service';
import { authorize, startSelfOnChain, type SelfOnChain, type SelfOnChainParts } from './self/self-on-chain';
import { Scratch } from './service/scratch';

// What has to happen is waited for; a busy machine takes its time.
jest.setTimeout(120_000);

const PRICE = 1_000n;
const GWEI = 10n ** 9n;
const ETHER = 10n ** 18n;
const WAIT_MS = 60_000;

(process.env['CAMPAIGN'] === 'full' && anvilAvailable() ? describe : describe.skip)(
  'a wallet in a hostile world (needs CAMPAIGN=full and @foundry-rs/anvil-linux-amd64)',
  () => {
    const scratch = new Scratch();
    let chain: TestChain;
    let payTo: Address;
    let key: Hex;
    let gas: Address;
    beforeEach(async () => {
      chain = scratch.keep(await startTestChain());
      payTo = (await chain.newPayer()).address;
      key = await chain.newGasKey();
      gas = privateKeyToAccount(key).address;
    });
    afterEach(() => scratch.clear());

    const open = async (limits: Parameters<typeof startSelfOnChain>[2] = {}, parts: SelfOnChainParts = {}) =>
      scratch.keep(await startSelfOnChain(chain, payTo, limits, { key, ...parts }));
    const payment = async () => (await authorize(await chain.newPayer(PRICE), payTo, PRICE)).request;
    const paid = async (): Promise<number> => (await chain.transfers()).length;
    const eventsOf = ({ events }: SelfOnChain): readonly string[] => events.map(({ event }) => event);
    /** A node of its own that does otherwise than that of the chain. */
    const changed = (change: (own: WalletNode) => Partial<WalletNode>): SelfOnChainParts => ({
      nodes: (own) => [
        new Proxy(own, {
          get: (node, name: keyof WalletNode) => change(node)[name] ?? (node[name] as () => unknown).bind(node),
        }),
      ],
    });

    it('a node that takes a transaction and answers with an error: settled, once', async () => {
      const { settler, ...self } = await open(
        {},
        changed((own) => ({
          async broadcast(raw) {
            await own.broadcast(raw);
            throw new Error('internal error');
          },
        })),
      );

      expect(await settler.settle(await payment(), WAIT_MS)).toMatchObject({ kind: 'settled' });
      expect([await paid(), self.book.rows.size]).toEqual([1, 1]);
      expect(eventsOf({ settler, ...self })).toContain('gas_node_failed');
    });

    it('a node of another chain: nothing is verified, nothing signed, and the reason says which', async () => {
      const other = scratch.keep(await startAnvil(1));
      const node = new RpcWalletNode({ url: other.rpcUrl, chainId: chain.chainId });
      scratch.keep(node);
      const { settler, book } = await open({}, { nodes: () => [node] });
      const request = await payment();

      const reason = expect.stringContaining('it is a node of chain 1, not of 8453') as string;
      expect(await settler.verify(request)).toEqual({ kind: 'unavailable', reason });
      expect(await settler.settle(request, WAIT_MS)).toMatchObject({ kind: 'not_sent' });
      expect(book.rows.size).toBe(0);

      const both = await open({}, { nodes: (own) => [node, own] });
      expect(await both.settler.settle(request, WAIT_MS)).toMatchObject({ kind: 'settled' });
      expect(await paid()).toBe(1);
    });

    it('a process that ends between signing and broadcasting: the next one sends those bytes', async () => {
      const first = await open(
        {},
        changed(() => ({ broadcast: () => Promise.reject(new Error('killed')) })),
      );
      void first.settler.settle(await payment(), 1_000);
      await until(() => first.book.rows.size === 1);
      await first.close();
      expect(await paid()).toBe(0);

      const next = await open({}, { book: first.book });
      next.settler.start();
      expect(await next.settler.settle(await payment(), WAIT_MS)).toMatchObject({ kind: 'settled' });
      await until(async () => (await paid()) === 2);
      expect([...next.book.rows.keys()]).toEqual([0, 1]);
    });

    it('a book of before a replacement: the node calls its bytes underpriced, and nobody pays twice', async () => {
      const first = await open({ stuckMs: 300 });
      const request = await payment();
      await chain.control.setAutomine(false);
      void first.settler.settle(request, 1_000);
      await until(() => first.book.rows.size === 1);
      const before = new MemoryBook(new Map(first.book.rows));
      await until(() => eventsOf(first).includes('transaction_replaced'));
      await first.close();

      const next = await open({}, { book: before });
      next.settler.start();
      await until(() => next.events.some(({ reason }) => /underpriced/.test(reason ?? '')));
      const outcome = next.settler.settle({ ...request, isRepeat: true }, WAIT_MS);
      await chain.control.setAutomine(true);
      await chain.control.mine({ blocks: 100 });

      // Which of its versions was mined the old book does not know; the evidence of the chain does.
      expect(['unknown', 'settled', 'nonce_used']).toContain((await outcome).kind);
      expect(await paid()).toBe(1);
    });

    it('a base fee above the cap: nothing new, and what waits is settled when it falls', async () => {
      const self = await open({ feeMaxWei: 50n * GWEI, stuckMs: 200 });
      const [request, next] = [await payment(), await payment()];
      await chain.control.setAutomine(false);
      const outcome = self.settler.settle(request, WAIT_MS);
      await until(() => self.book.rows.size === 1);
      await dearBlock();
      await until(() => eventsOf(self).includes('transaction_stuck'));
      await self.settler.look();
      const none = { kind: 'unavailable', reason: 'fees are above the cap' };
      expect(await self.settler.verify(next)).toMatchObject(none);
      expect(await self.settler.settle(next, WAIT_MS)).toMatchObject({ kind: 'not_sent' });
      expect(await paid()).toBe(0);

      await chain.control.setNextBlockBaseFeePerGas({ baseFeePerGas: GWEI });
      await chain.control.setIntervalMining({ interval: 1 });
      expect(await outcome).toMatchObject({ kind: 'settled' });
      expect(await paid()).toBe(1);
    });

    it.each(['before', 'behind'])('a node of the same chain that stands still, %s the one that goes on', async (at) => {
      const still = scratch.keep(await startAnvil(chain.chainId));
      const node = new RpcWalletNode({ url: still.rpcUrl, chainId: chain.chainId });
      scratch.keep(node);
      const { settler } = await open({}, { nodes: (own) => (at === 'before' ? [node, own] : [own, node]) });

      const outcome = await settler.settle(await payment(), 5_000);

      // The first one that answers is believed: one that knows no ether of ours sells nothing, and charges nobody.
      expect([outcome.kind, await paid()]).toEqual(at === 'before' ? ['not_sent', 0] : ['settled', 1]);
    });

    it('a reorganisation deeper than what was final: what it took is made again, by the same bytes', async () => {
      const self = await open({ stuckMs: 300 });
      const earlier = [await payment(), await payment()];
      const last = await payment();
      const before = await chain.control.snapshot();
      for (const request of earlier)
        expect(await self.settler.settle(request, WAIT_MS)).toMatchObject({ kind: 'settled' });
      await chain.control.mine({ blocks: 100 });
      // As after a quarter of a minute, when it is looked at again.
      for (const [nonce, { attempts }] of self.book.rows) await self.book.mark(nonce, 'final', attempts[0]!.hash, 0);
      await chain.control.revert({ id: before });
      expect(await paid()).toBe(0);

      expect(await self.settler.settle(last, WAIT_MS)).toMatchObject({ kind: 'settled' });
      await until(async () => (await paid()) === 3);
      expect(eventsOf(self).filter((event) => event === 'transaction_vanished')).toHaveLength(2);
    });

    it('somebody empties the wallet while a transaction waits: paused, and settled when there is ether', async () => {
      const self = await open();
      const [waiting, next] = [await payment(), await payment()];
      await chain.control.setAutomine(false);
      const outcome = self.settler.settle(waiting, WAIT_MS);
      await until(() => self.book.rows.size === 1);
      await chain.control.setBalance({ address: gas, value: 0n });
      await chain.control.mine({ blocks: 1 });
      await self.settler.look();
      expect(await self.settler.verify(next)).toMatchObject({ kind: 'unavailable', reason: 'the gas wallet is low' });
      expect(await paid()).toBe(0);

      await chain.control.setBalance({ address: gas, value: ETHER });
      await chain.control.setIntervalMining({ interval: 1 });
      expect(await outcome).toMatchObject({ kind: 'settled' });
      expect(await self.settler.settle(next, WAIT_MS)).toMatchObject({ kind: 'settled' });
      expect(await paid()).toBe(2);
    });

    it('somebody submits a buyer’s authorization before we do: charged once, and answered', async () => {
      const service = scratch.keep(
        await startPaidService(async (own) => ({
          ...{ PAYMENTS_MODE: 'self', FACILITATOR_URL: '', GAS_FEE_MAX_GWEI: '50' },
          ...{ RPC_URL: own.rpcUrl, GAS_KEY: await own.newGasKey() },
        })),
      );
      const { control, reader, operator, operatorClient } = service.chain;
      const url = `${service.url}/v1/eol/nodejs`;
      const payer = await service.chain.newPayer(PRICE);
      await control.setAutomine(false);
      const buying = createV2Buyer(payer)(url);
      const ours = async () => (await reader.getBlock({ blockTag: 'pending', includeTransactions: true })).transactions;
      await until(async () => (await ours()).length === 1);
      const [{ to, input }] = (await ours()) as unknown as [{ readonly to: Address; readonly input: Hex }];
      const fees = { gas: 300_000n, maxPriorityFeePerGas: 100n * GWEI, maxFeePerGas: 1_000n * GWEI };
      await operatorClient.sendTransaction({ to, data: input, account: operator, chain: null, ...fees });
      await control.setIntervalMining({ interval: 1 });

      const bought = await buying;
      await until(async () => (await resend(url, {}, bought.payment!)).status === 200);

      const [transfer, ...others] = await service.chain.transfers();
      expect(others).toEqual([]);
      const { from } = await reader.getTransaction({ hash: transfer!.transaction });
      expect(from.toLowerCase()).toBe(operator.toLowerCase());
    });

    /** A block whose gas costs more than any transaction may bid. */
    async function dearBlock(): Promise<void> {
      await chain.control.setNextBlockBaseFeePerGas({ baseFeePerGas: 60n * GWEI });
      await chain.control.mine({ blocks: 1 });
    }
  },
);

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + WAIT_MS; !(await isSo());)
    if (Date.now() > deadline) throw new Error('it did not happen within a minute');
    else await new Promise((resolve) => setTimeout(resolve, 25));
}
