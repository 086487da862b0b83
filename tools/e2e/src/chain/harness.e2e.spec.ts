import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { x402Client, type PaymentRequired } from '@x402/fetch';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import type { ClientEvmSigner } from '@x402/evm';
import { parseSignature, serializeSignature, type Address, type Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { decodeHeader } from '@stackcheck/demo';
import { TRANSFER_WITH_AUTHORIZATION } from '@stackcheck/payment-x402/wire';
import { signV1Payment, type V1Requirements } from '../buyers/v1-buyer';
import { walletSigner } from '../buyers/wallet-signer';
import type { Fault } from '../facilitator/faults';
import { startTestFacilitator, type TestFacilitator } from '../facilitator/test-facilitator';
import { anvilAvailable } from './anvil';
import { startTestChain, USDC, type TestChain } from './test-chain';

jest.setTimeout(240_000);

const SECP256K1_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const PRICE = 1000n;
const MINED_WITHIN_MS = 10_000;
const USED = /^invalid_exact_evm_nonce_already_used$|authorization is used or canceled/;

(anvilAvailable() ? describe : describe.skip)('the local chain (needs @foundry-rs/anvil-linux-amd64)', () => {
  let chain: TestChain;
  let facilitator: TestFacilitator;
  let shop: Address;

  /** The shop's, once it is as expected or has had its time: a transfer that was broadcast is mined a moment later. */
  async function balanceOnceMined(expected: bigint): Promise<bigint> {
    for (const giveUpAt = performance.now() + MINED_WITHIN_MS; ; await sleep(20)) {
      const balance = await chain.balance(shop);
      if (balance === expected || performance.now() > giveUpAt) return balance;
    }
  }

  beforeAll(async () => {
    chain = await startTestChain();
    facilitator = await startTestFacilitator(chain);
    shop = (await chain.newPayer()).address;
  });
  afterAll(async () => {
    await facilitator?.close();
    await chain?.close();
  });

  /** The six signed fields and the signature, for calling the token itself. */
  async function authorize(payer: PrivateKeyAccount, change: { validAfter?: bigint; validBefore?: bigint } = {}) {
    const message = {
      from: payer.address,
      to: shop,
      value: PRICE,
      validAfter: 0n,
      validBefore: BigInt(Math.floor(Date.now() / 1000) + 60),
      nonce: `0x${randomBytes(32).toString('hex')}` as Hex,
      ...change,
    };
    const signature = await payer.signTypedData({
      domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: USDC },
      types: TRANSFER_WITH_AUTHORIZATION,
      primaryType: 'TransferWithAuthorization',
      message,
    });
    const fields = [message.from, message.to, message.value, message.validAfter, message.validBefore, message.nonce];
    return { ...message, fields, signature };
  }

  const call = async (functionName: string, args: readonly unknown[]) =>
    chain.mined(await chain.send({ ...chain.token, functionName, args }));
  const transfer = (args: readonly unknown[]) => call('transferWithAuthorization', args);

  describe('the token', () => {
    it('has the EIP-712 domain of USDC on Base', async () => {
      const separator = await chain.reader.readContract({ ...chain.token, functionName: 'DOMAIN_SEPARATOR' });

      expect(separator).toBe('0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f');
    });

    it('moves exactly the signed value, once, whichever overload carries the signature', async () => {
      const payer = await chain.newPayer(10n * PRICE);
      const before = await chain.balance(shop);
      const split = await authorize(payer);
      const { r, s, v } = parseSignature(split.signature);
      const whole = await authorize(payer);

      await transfer([...split.fields, Number(v), r, s]);
      await transfer([...whole.fields, whole.signature]);

      expect(await chain.balance(shop)).toBe(before + 2n * PRICE);
      await expect(transfer([...split.fields, split.signature])).rejects.toThrow(/used or canceled/);
      await expect(transfer([...whole.fields, whole.signature])).rejects.toThrow(/used or canceled/);
      expect(await chain.balance(payer.address)).toBe(8n * PRICE);
    });

    it('refuses the high-S twin of a good signature, a changed value and a window that is not open', async () => {
      const payer = await chain.newPayer(10n * PRICE);
      const good = await authorize(payer);
      const { r, s, v } = parseSignature(good.signature);
      const twin = serializeSignature({
        r,
        s: `0x${(SECP256K1_ORDER - BigInt(s)).toString(16).padStart(64, '0')}`,
        v: v === 27n ? 28n : 27n,
      });
      const [from, to, , ...rest] = good.fields;
      const now = BigInt(Math.floor(Date.now() / 1000));
      const early = await authorize(payer, { validAfter: now + 600n });
      const late = await authorize(payer, { validBefore: now - 1n });

      await expect(transfer([...good.fields, twin])).rejects.toThrow(/invalid signature/);
      await expect(transfer([from, to, 2n * PRICE, ...rest, good.signature])).rejects.toThrow(/invalid signature/);
      await expect(transfer([...early.fields, early.signature])).rejects.toThrow(/not yet valid/);
      await expect(transfer([...late.fields, late.signature])).rejects.toThrow(/is expired/);
      expect(await chain.balance(payer.address)).toBe(10n * PRICE);
    });

    it('lets a payer cancel an authorization that was not used', async () => {
      const payer = await chain.newPayer(PRICE);
      const good = await authorize(payer);
      const cancel = await payer.signTypedData({
        domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: USDC },
        types: {
          CancelAuthorization: [
            { name: 'authorizer', type: 'address' },
            { name: 'nonce', type: 'bytes32' },
          ],
        },
        primaryType: 'CancelAuthorization',
        message: { authorizer: payer.address, nonce: good.nonce },
      });

      await call('cancelAuthorization', [payer.address, good.nonce, cancel]);

      await expect(transfer([...good.fields, good.signature])).rejects.toThrow(/used or canceled/);
      expect(await chain.balance(payer.address)).toBe(PRICE);
    });
  });

  describe('the facilitator', () => {
    const v2Requirements = () => ({
      scheme: 'exact',
      network: 'eip155:8453' as const,
      amount: String(PRICE),
      asset: USDC,
      payTo: shop,
      maxTimeoutSeconds: 60,
      extra: { name: 'USD Coin', version: '2' },
    });
    const v2Body = async (signer: ClientEvmSigner) => {
      const offer: PaymentRequired = {
        x402Version: 2,
        resource: { url: 'http://127.0.0.1/thing' },
        accepts: [v2Requirements()],
      };
      const client = new x402Client().register('eip155:*', new ExactEvmScheme(signer));
      const paymentPayload = await client.createPaymentPayload(offer);
      return { x402Version: 2, paymentPayload, paymentRequirements: v2Requirements() };
    };
    const v1Body = async (payer: PrivateKeyAccount) => {
      const requirements: V1Requirements = {
        scheme: 'exact',
        network: 'base',
        maxAmountRequired: String(PRICE),
        resource: 'http://127.0.0.1/thing',
        description: 'a thing',
        mimeType: 'application/json',
        payTo: shop,
        maxTimeoutSeconds: 60,
        asset: USDC,
        extra: { name: 'USD Coin', version: '2' },
      };
      const paymentPayload = decodeHeader(await signV1Payment(payer, requirements, Date.now()));
      return { x402Version: 1, paymentPayload, paymentRequirements: requirements };
    };
    const post = (path: 'verify' | 'settle', body: unknown) =>
      fetch(`${facilitator.url}/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(1000),
      });

    it('names both protocol versions', async () => {
      const supported = (await (await fetch(`${facilitator.url}/supported`)).json()) as { kinds: unknown[] };

      expect(supported.kinds).toEqual([
        { x402Version: 2, scheme: 'exact', network: 'eip155:8453' },
        { x402Version: 1, scheme: 'exact', network: 'base' },
      ]);
    });

    it.each(['version 2', 'version 1', 'a smart wallet'])(
      'verifies and settles a payment of %s, once',
      async (kind) => {
        const before = await chain.balance(shop);
        const body =
          kind === 'version 1'
            ? await v1Body(await chain.newPayer(PRICE))
            : await v2Body(
                kind === 'version 2' ? await chain.newPayer(PRICE) : walletSigner(await chain.newWallet(PRICE)),
              );

        expect(await (await post('verify', body)).json()).toMatchObject({ isValid: true });
        expect(await (await post('settle', body)).json()).toMatchObject({ success: true });
        expect(await (await post('settle', body)).json()).toMatchObject({
          success: false,
          // The v2 scheme names the reason, the v1 scheme passes on the text of the reverted call.
          errorReason: expect.stringMatching(USED),
          transaction: '',
        });
        expect(await chain.balance(shop)).toBe(before + PRICE);
      },
    );

    it('says why it refuses, through the multicall', async () => {
      const body = await v2Body(await chain.newPayer(PRICE - 1n));

      expect(await (await post('verify', body)).json()).toMatchObject({
        isValid: false,
        invalidReason: expect.stringContaining('insufficient_balance'),
      });
    });

    it.each<[Fault, 'moved' | 'not moved', string]>([
      ['undone_cut', 'not moved', 'no reply'],
      ['undone_error', 'not moved', '502'],
      ['undone_hang', 'not moved', 'no reply'],
      ['done_cut', 'moved', 'no reply'],
      ['done_error', 'moved', '502'],
      ['done_hang', 'moved', 'no reply'],
      ['done_garbage', 'moved', '200 <html'],
      ['pending', 'moved', '200 {"success":false,"errorReason":"settlement_pending"'],
    ])('%s on settle: the money has %s, and the caller sees %s', async (fault, effect, seen) => {
      const body = await v2Body(await chain.newPayer(PRICE));
      const before = await chain.balance(shop);
      facilitator.faults.add('settle', fault);

      const reply = await post('settle', body).then(
        async (response) => `${response.status} ${await response.text()}`,
        () => 'no reply',
      );

      expect(reply.slice(0, seen.length)).toBe(seen);
      const after = before + (effect === 'moved' ? PRICE : 0n);
      expect(await balanceOnceMined(after)).toBe(after);
      // The fault is used up: the same payment settled again gives the true outcome.
      const second = (await (await post('settle', body)).json()) as { success: boolean; errorReason?: string };
      expect(second.success || USED.test(second.errorReason ?? '')).toBe(true);
      expect(await chain.balance(shop)).toBe(before + PRICE);
    });
  });
});
