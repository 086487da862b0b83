import {
  recoverSigner,
  tokenDomain,
  authorizationDigest,
  type Authorization,
} from '@stackcheck/payment-x402/signature';
import { SAMPLE_TERMS } from '@stackcheck/payment-x402/testing';
import { SigningKey } from 'ethers';
import { corpus, printCounts, readJson } from './corpus';

const accounts = corpus('eip712/accounts.json.gz');

accounts.describe('the published accounts as payers', () => {
  it('are recovered from an authorization that their key signed', () => {
    const list = readJson<readonly { privateKey: string; address: string }[]>(accounts.path);
    const domain = tokenDomain(SAMPLE_TERMS);
    const wrong = list.filter(({ privateKey, address }, at) => {
      const authorization: Authorization = {
        from: address.toLowerCase(),
        to: SAMPLE_TERMS.payTo.toLowerCase(),
        value: BigInt(at),
        validAfter: 0n,
        validBefore: 2_000_000_000n,
        nonce: `0x${at.toString(16).padStart(64, '0')}`,
      };
      const { serialized } = new SigningKey(privateKey).sign(authorizationDigest(domain, authorization));
      return recoverSigner(domain, authorization, serialized) !== address.toLowerCase();
    });
    printCounts('accounts', { 'keys recovered to their address': list.length - wrong.length });

    expect(wrong).toEqual([]);
    expect(list).toHaveLength(259);
  });
});
