import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import { Wallet } from 'ethers';
import fc from 'fast-check';
import {
  toAuthorization,
  TRANSFER_WITH_AUTHORIZATION,
  tokenDomain,
  transferTypedData,
  type Authorization,
  type TokenDomain,
  type TransferPayload,
} from '@stackcheck/payment-x402/wire';
import { recoverAddress, recoverSigner } from '@stackcheck/payment-x402/signature';
import { SAMPLE_TERMS } from '@stackcheck/payment-x402/testing';
import { bytesToHex } from '@noble/hashes/utils';
import { BuyerError } from '../errors/buyer-error';
import type { Signer } from '../ports/signer';
import { signerFromKey } from './key-signer';
import { typedDataDigest } from './typed-data';

const hex = (length: number): fc.Arbitrary<string> =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => `0x${bytesToHex(bytes)}`);
const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const authorizations = fc.record({ to: hex(20), value: uint, validAfter: uint, validBefore: uint, nonce: hex(32) });
const domain = tokenDomain(SAMPLE_TERMS);

describe('a signer over a key', () => {
  it('signs a transfer as ethers signs it, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(hex(32), authorizations, async (key, fields) => {
        const wallet = new Wallet(key);
        const signer: Signer = signerFromKey(key);
        const message: Authorization = { from: signer.address, ...fields };

        const signature = await signer.signTypedData(transferTypedData(domain, message));

        expect(signer.address).toBe(wallet.address);
        expect(signature).toBe(await wallet.signTypedData(domain, TRANSFER_WITH_AUTHORIZATION, message));
        expect(recoverSigner(domain, message, signature)).toBe(wallet.address.toLowerCase());
      }),
      { numRuns: 30 },
    );
  });

  it('takes keys with and without 0x, in any case, with white space around', () => {
    const key = 'ab'.repeat(32);
    const spellings = [key, `0x${key}`, key.toUpperCase(), ` 0x${key}\n`];

    expect(new Set(spellings.map((text) => signerFromKey(text).address)).size).toBe(1);
  });

  it.each([
    '',
    '0x',
    'ab'.repeat(31),
    `0x${'ab'.repeat(33)}`,
    `0x${'00'.repeat(32)}`,
    `0x${'ff'.repeat(32)}`,
    'seed words of a wallet',
  ])('refuses what is no key, without repeating it: %s', (text) => {
    const fault = faultOf(() => signerFromKey(text, 'WALLET_KEY'));

    expect(fault).toMatchObject({ code: 'bad_key', message: expect.stringContaining('WALLET_KEY holds') });
    if (text.length > 3) expect(`${inspect(fault)}${JSON.stringify(fault)}`).not.toContain(text);
  });

  it('does not show its key', () => {
    const key = '5e'.repeat(32);
    const signer = signerFromKey(key);

    expect(`${inspect(signer, { depth: 9, showHidden: true })}${JSON.stringify(signer)}`).not.toContain(
      key.slice(0, 16),
    );
  });
});

const corpora = resolve(process.cwd(), process.env['CORPORA_DIR'] ?? '../shared/corpora');
const examples = join(corpora, 'security/x402/spec-examples.json');

(existsSync(examples) ? describe : describe.skip)('the example of the x402 specification (spec-examples.json)', () => {
  it('recovers to its payer by the digest of ours', () => {
    const { recovers_with, does_not_recover_with, v2_payment_payload } = JSON.parse(
      readFileSync(examples, 'utf8'),
    ) as Examples;
    const { signature, authorization } = v2_payment_payload.payload;
    const message = toAuthorization(v2_payment_payload.payload)!;
    const payerUnder = (domain: TokenDomain): string | null =>
      recoverAddress(`0x${bytesToHex(typedDataDigest(transferTypedData(domain, message)))}`, signature);

    expect(payerUnder(recovers_with.domain)).toBe(recovers_with.signer.toLowerCase());
    expect(authorization.from).toBe(recovers_with.signer);
    for (const changed of does_not_recover_with)
      expect(payerUnder({ ...recovers_with.domain, ...changed })).not.toBe(recovers_with.signer.toLowerCase());
  });
});

interface Examples {
  readonly recovers_with: { readonly domain: TokenDomain; readonly signer: string };
  readonly does_not_recover_with: readonly Partial<TokenDomain>[];
  readonly v2_payment_payload: { readonly payload: TransferPayload };
}

function faultOf(work: () => unknown): unknown {
  try {
    work();
  } catch (fault) {
    expect(fault).toBeInstanceOf(BuyerError);
    return fault;
  }
  throw new Error('nothing was thrown');
}
