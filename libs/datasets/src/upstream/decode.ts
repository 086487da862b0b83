import { gunzipSync } from 'node:zlib';
import type { Decoding } from '../snapshot/descriptor';
import { UpstreamShapeError } from './upstream-shape-error';

/**
 * A document's bytes as they are read. Never holds more than the bound: bytes that would unpack to more are refused while
 * they are unpacked, however small they came.
 * @throws UpstreamShapeError when they cannot be unpacked, or to more than the bound
 */
export function decode(body: Uint8Array, { form, bytesMax }: Decoding): Uint8Array {
  if (form === 'unzip') throw new Error('an archive is unpacked file by file where its bucket is read');
  if (form === 'identity') {
    if (body.length > bytesMax) throw tooLarge(bytesMax);
    return body;
  }
  try {
    return gunzipSync(body, { maxOutputLength: bytesMax, chunkSize: chunkBytes(body, bytesMax) });
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(bytesMax, cause);
    throw new UpstreamShapeError('it cannot be unpacked: it is no whole gzip file', { cause });
  }
}

const CHUNK_BYTES_MIN = 1024;

/**
 * As many bytes as the last member says that it holds (RFC 1952 section 2.3.1), so that a document of megabytes is not put
 * together from pieces. It is only believed up to the bound.
 */
function chunkBytes(body: Uint8Array, bytesMax: number): number {
  if (body.length < 4) return CHUNK_BYTES_MIN;
  const stated = new DataView(body.buffer, body.byteOffset + body.length - 4, 4).getUint32(0, true);
  return Math.max(CHUNK_BYTES_MIN, Math.min(stated, bytesMax) + 1);
}

function tooLarge(bytesMax: number, cause?: unknown): UpstreamShapeError {
  return new UpstreamShapeError(`it is larger than ${bytesMax} bytes when unpacked`, { cause });
}
