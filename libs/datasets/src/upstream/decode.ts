import { gunzipSync } from 'node:zlib';
import type { Decoding } from '../snapshot/descriptor';
import { UpstreamShapeError } from './upstream-shape-error';

/**
 * A document's bytes as they are read. Never holds more than the bound: bytes that would unpack to more are refused while
 * they are unpacked, however small they came.
 * @throws UpstreamShapeError when they cannot be unpacked, or to more than the bound
 */
export function decode(body: Uint8Array, { form, bytesMax }: Decoding): Uint8Array {
  if (form === 'identity') {
    if (body.length > bytesMax) throw tooLarge(bytesMax);
    return body;
  }
  if (form === 'unzip') throw new Error('an archive is unpacked file by file where its bucket is read');
  try {
    return gunzipSync(body, { maxOutputLength: bytesMax });
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(bytesMax, cause);
    throw new UpstreamShapeError('it cannot be unpacked: it is no whole gzip file', { cause });
  }
}

function tooLarge(bytesMax: number, cause?: unknown): UpstreamShapeError {
  return new UpstreamShapeError(`it is larger than ${bytesMax} bytes when unpacked`, { cause });
}
