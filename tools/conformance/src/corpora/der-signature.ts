/**
 * r || s as 128 hex digits, from a signature in DER (X.690; SEQUENCE of two INTEGERs, RFC 3279 section 2.2.3).
 * Undefined for what is not strictly DER or has no such form: lengths that are not the shortest, negative or padded
 * integers, integers over 32 bytes, bytes left over.
 */
export function derToPlain(hex: string): string | undefined {
  const bytes = Buffer.from(hex, 'hex');
  const sequence = element(bytes, 0, 0x30);
  if (!sequence || sequence.end !== bytes.length) return undefined;
  const r = element(bytes, sequence.start, 0x02);
  const s = r && element(bytes, r.end, 0x02);
  if (!s || s.end !== bytes.length) return undefined;
  const words = [r, s].map(({ start, end }) => word(bytes.subarray(start, end)));
  return words.every((one) => one !== undefined) ? words.join('') : undefined;
}

/** Content of an element with a short length; a signature of this curve never needs a long one. */
function element(bytes: Buffer, at: number, tag: number): { start: number; end: number } | undefined {
  const length = bytes[at + 1];
  if (bytes[at] !== tag || length === undefined || length > 0x7f) return undefined;
  const [start, end] = [at + 2, at + 2 + length];
  return end <= bytes.length ? { start, end } : undefined;
}

/** An INTEGER of at most 32 bytes, not negative, without needless zeros. */
function word(content: Buffer): string | undefined {
  const [first, second] = content;
  if (first === undefined || first > 0x7f) return undefined;
  if (first === 0 && second !== undefined && second <= 0x7f) return undefined;
  const digits = content.toString('hex').replace(/^(00)+/, '');
  return digits.length <= 64 ? digits.padStart(64, '0') : undefined;
}
