// eslint-disable-next-line no-restricted-imports -- Node's own half of the port; nothing but its callers imports it
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
// eslint-disable-next-line no-restricted-imports -- as above
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { NONCE_BYTES, TAG_BYTES, type TokenCipher, type TokenPacking, type TokenSealing } from './token/token-sealing';

const cipher: TokenCipher = {
  deriveKey: ({ material, salt, info }, bytes) => new Uint8Array(hkdfSync('sha256', material, salt, info, bytes)),
  encrypt({ key, nonce, associated }, plain) {
    const encryption = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    encryption.setAAD(associated);
    return Buffer.concat([encryption.update(plain), encryption.final(), encryption.getAuthTag()]);
  },
  decrypt({ key, nonce, associated }, sealed) {
    if (nonce.length !== NONCE_BYTES || sealed.length < TAG_BYTES) return undefined;
    const decryption = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decryption.setAAD(associated);
    decryption.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
    try {
      return Buffer.concat([decryption.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decryption.final()]);
    } catch {
      // The only thing that can fail here is the tag.
      return undefined;
    }
  },
};

const packing: TokenPacking = {
  deflate: (bytes) => deflateRawSync(bytes, { level: 9 }),
  inflate(packed, bytesMax) {
    try {
      return inflateRawSync(packed, { maxOutputLength: bytesMax });
    } catch {
      // Broken, truncated or oversized data: whatever it is, it is no state.
      return undefined;
    }
  },
};

/** Seals and opens watch tokens with Node's crypto and zlib. */
export const nodeSealing: TokenSealing = { cipher, packing };
