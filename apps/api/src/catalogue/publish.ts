import { createHash } from 'node:crypto';
import { CODED_FROM_BYTES, CodedForms } from './coded-forms';
import type { Published } from './define-route';

/** Bytes with their type and a strong ETag (RFC 9110 8.8.3), and in content codings where they are large. */
export function publish(contentType: string, content: string | Uint8Array): Published {
  const body = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
  const coded = body.length < CODED_FROM_BYTES ? {} : { coded: new CodedForms(body, etag) };
  return { contentType, body, etag, ...coded };
}
