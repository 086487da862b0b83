import { LIMITS } from '@stackcheck/contract';

/**
 * A URL in the form in which resources are compared: WHATWG normalisation (case of scheme and host, default port, dot
 * segments), escapes in upper case, no fragment. Path and query are otherwise exact and keep their order. Null when the
 * text is no absolute URL, or longer than a header that could name it.
 */
export function canonicalResource(url: string): string | null {
  if (url.length > LIMITS.paymentHeaderBytesMax || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  parsed.hash = '';
  return upperCaseEscapes(parsed.href.replace(/\?$/, ''));
}

/** Whether a payment names the resource that is called. */
export function isSameResource(named: string, called: string): boolean {
  if (named === called) return true;
  const canonical = canonicalResource(named);
  return canonical !== null && canonical === canonicalResource(called);
}

/** `%2f` and `%2F` are one escape (RFC 3986 section 6.2.2.1). */
export function upperCaseEscapes(text: string): string {
  return text.replace(/%[0-9a-fA-F]{2}/g, (escape) => escape.toUpperCase());
}
