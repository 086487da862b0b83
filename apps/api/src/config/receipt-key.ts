import { signerFromPem, type Signer } from '@stackcheck/signing';

/** Reads RECEIPT_KEY; undefined where this installation makes a key of its own. A fault never quotes the key. */
export function readReceiptKey(
  values: Readonly<Record<string, string | undefined>>,
  faults: string[],
): Signer | undefined {
  const pem = values['RECEIPT_KEY'];
  if (pem === undefined) return undefined;
  try {
    return signerFromPem(pem);
  } catch {
    faults.push('RECEIPT_KEY must be an Ed25519 private key as PEM (PKCS #8)');
    return undefined;
  }
}
