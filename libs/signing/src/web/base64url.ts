/** Bytes as URL-safe base64 without padding (RFC 4648 section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bytes of a text that `toBase64Url` writes; undefined for any other. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const bytes = bytesOfBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
  // Bits beyond the last byte are zero, so that each value has one text form.
  return toBase64Url(bytes) === text ? bytes : undefined;
}

/** The bytes of a base64 text. @throws where it is none */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
