import { generateKeyPem, signerFromPem } from '@stackcheck/signing';
import { readConfig } from '../composition/read-config';
import { ConfigError } from './config';

test('a given receipt key signs; without one, none is read', () => {
  const pem = generateKeyPem();

  expect(readConfig({ RECEIPT_KEY: pem }).receiptKey?.keyId).toBe(signerFromPem(pem).keyId);
  expect(readConfig({}).receiptKey).toBeUndefined();
});

test.each(['no key at all, but secret', '-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----'])(
  'what is no key is refused without being quoted: %s',
  (text) => {
    const read = (): unknown => readConfig({ RECEIPT_KEY: text });

    expect(read).toThrow(ConfigError);
    expect(read).toThrow('RECEIPT_KEY must be');
    expect(read).not.toThrow(/secret/);
  },
);
