import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { headerOf, type RawResponse } from '../http/raw-response';

/** The body of an answer without its content coding (RFC 9110 section 8.4); undefined where it is not in the coding it names. */
export function decodedBody(response: RawResponse): Buffer | undefined {
  const coding = headerOf(response, 'content-encoding');
  if (coding === undefined) return response.body;
  try {
    if (coding === 'br') return brotliDecompressSync(response.body);
    return coding === 'gzip' ? gunzipSync(response.body) : undefined;
  } catch {
    return undefined;
  }
}

/** What an answer says that its form depends on, in lower case. */
export function variesBy(response: RawResponse): readonly string[] {
  return (headerOf(response, 'vary') ?? '').split(',').map((name) => name.trim().toLowerCase());
}
