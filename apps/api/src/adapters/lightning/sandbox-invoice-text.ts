/** What an invoice of the sandbox says. */
export interface SandboxInvoiceText {
  readonly amountMsat: bigint;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly paymentHash: Uint8Array;
  readonly description: string;
  readonly expirySeconds: number;
}

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const TAGS = { paymentHash: 1, expiry: 6, description: 13 } as const;
const TIMESTAMP_WORDS = 7;
const SIGNATURE_WORDS = 104;

/**
 * A BOLT 11 payment request on regtest with an empty signature: every decoder reads it, no node pays it. Wallets that only
 * look see amount, payment hash, description and expiry.
 */
export function sandboxInvoiceText(invoice: SandboxInvoiceText): string {
  const prefix = `lnbcrt${amount(invoice.amountMsat)}`;
  const words = [
    ...numberWords(invoice.timestamp, TIMESTAMP_WORDS),
    ...tag(TAGS.paymentHash, byteWords(invoice.paymentHash)),
    ...tag(TAGS.description, byteWords(Buffer.from(invoice.description, 'utf8'))),
    ...tag(TAGS.expiry, numberWords(invoice.expirySeconds)),
    ...Array<number>(SIGNATURE_WORDS).fill(0),
  ];
  const text = [...words, ...checksum(prefix, words)].map((word) => ALPHABET[word]!).join('');
  return `${prefix}1${text}`;
}

/** In nano-bitcoin (100 msat) where that is exact, else in pico-bitcoin, ten of which are a millisatoshi. */
function amount(msat: bigint): string {
  return msat % 100n === 0n ? `${msat / 100n}n` : `${msat * 10n}p`;
}

function tag(type: number, words: readonly number[]): readonly number[] {
  return [type, words.length >> 5, words.length & 31, ...words];
}

function numberWords(value: number, count = 0): readonly number[] {
  const words: number[] = [];
  for (let rest = value; rest > 0 || words.length < count; rest = Math.floor(rest / 32)) words.unshift(rest % 32);
  return words;
}

/** Bytes in groups of five bits, the last one filled with zeros. */
function byteWords(bytes: Uint8Array): readonly number[] {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => Number.parseInt(group.padEnd(5, '0'), 2));
}

/** The checksum of BIP 173. */
function checksum(prefix: string, words: readonly number[]): readonly number[] {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0));
  const values = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...words];
  const sum = polymod([...values, 0, 0, 0, 0, 0, 0]) ^ 1;
  return Array.from({ length: 6 }, (_, at) => (sum >> (5 * (5 - at))) & 31);
}

const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

function polymod(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    GENERATORS.forEach((generator, at) => {
      if ((top >> at) & 1) sum ^= generator;
    });
  }
  return sum;
}
