import { createHash } from 'node:crypto';
import type { Published } from './define-route';

/** Bytes with their type and a strong ETag (RFC 9110 8.8.3). */
export function publish(contentType: string, content: string | Uint8Array): Published {
  const body = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  return { contentType, body, etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"` };
}
