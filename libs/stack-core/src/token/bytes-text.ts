/** Bytes as URL-safe base64 without padding (RFC 4648 section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  for (let at = 0, to = 0; at < bytes.length; at += 3, to += 4) {
    const group = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    // What is written beyond the end, where the last group is not whole, is not kept.
    codes[to] = ALPHABET[group >> 18]!;
    codes[to + 1] = ALPHABET[(group >> 12) & 63]!;
    codes[to + 2] = ALPHABET[(group >> 6) & 63]!;
    codes[to + 3] = ALPHABET[group & 63]!;
  }
  return new TextDecoder().decode(codes);
}

/** The bytes of an unpadded base64url text; undefined unless it is exactly what encoding them gives. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const value = VALUES[text.charCodeAt(at)] ?? -1;
    if (value < 0) return undefined;
    held = (held << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[end++] = held >> bits;
    held &= (1 << bits) - 1;
  }
  // Bits beyond the last byte are zero, so that each value has one text form.
  return held === 0 ? bytes : undefined;
}

/** Bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  const codes = new Uint8Array(2 * bytes.length);
  for (let at = 0; at < bytes.length; at++) {
    codes[2 * at] = digit(bytes[at]! >> 4);
    codes[2 * at + 1] = digit(bytes[at]! & 15);
  }
  return new TextDecoder().decode(codes);
}

/** The bytes of lower-case hex digits. */
export function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = (valueAt(text, 2 * at) << 4) | valueAt(text, 2 * at + 1);
  return bytes;
}

const ALPHABET = /* @__PURE__ */ new TextEncoder().encode(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
);

/** What each character of ASCII stands for; -1 where for nothing. */
const VALUES = /* @__PURE__ */ Int8Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(code));

const ZERO = 48;
/** That of `a`, less ten. */
const LETTERS = 87;

const digit = (value: number): number => value + (value < 10 ? ZERO : LETTERS);

function valueAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code - (code < LETTERS ? ZERO : LETTERS);
}
