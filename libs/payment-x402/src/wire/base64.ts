/** Bytes as standard base64 with padding (RFC 4648 section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** The bytes of a text that is known to be standard base64, its padding present or not. */
export function fromBase64(base64: string): Uint8Array {
  return bytesOf(atob(base64));
}

/** A text as standard base64 of its UTF-8. */
export function textToBase64(text: string): string {
  return ASCII.test(text) ? btoa(text) : toBase64(UTF8.encode(text));
}

/** The text whose UTF-8 a text is that is known to be standard base64; null where the bytes are no UTF-8. */
export function textFromBase64(base64: string): string | null {
  const text = atob(base64);
  if (ASCII.test(text)) return text;
  try {
    return STRICT_UTF8.decode(bytesOf(text));
  } catch {
    return null;
  }
}

/** Texts whose UTF-8 is a byte for each character. Nearly all that payments say is one, and none of their bytes is looked at by itself. */
const ASCII = /^[ -~]*$/;
const UTF8 = new TextEncoder();
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @param text a character for each byte */
function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
