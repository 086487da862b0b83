import { subtle } from './subtle';

/** SHA-256 (FIPS 180-4) of bytes, or of a text's UTF-8, in lower-case hex. */
export async function sha256Hex(data: Uint8Array | string): Promise<string> {
  return [...(await sha256(data))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The same as its 32 bytes. */
export async function sha256(data: Uint8Array | string): Promise<Uint8Array> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  return new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
}
