/** The year in which this service named its first fact, which makes its ids its own (RFC 4151 section 2.1). */
const MINTED = '2026';

/** A lasting id of a fact (`tag:` URI, RFC 4151): the same whenever, and from whatever snapshot, the fact is published. */
export function tagId(baseUrl: string, ...parts: readonly string[]): string {
  return `tag:${new URL(baseUrl).hostname.replace(/[[\]]/g, '')},${MINTED}:${parts.map(encodeURIComponent).join('/')}`;
}
