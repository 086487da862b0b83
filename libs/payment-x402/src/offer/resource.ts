import { routeTemplate } from './bazaar';

/**
 * A URL in the form in which resources are compared: WHATWG normalisation (case of scheme and host, default port, dot
 * segments), escapes in upper case, no fragment. Path and query are otherwise exact and keep their order. Null when the
 * text is no absolute URL.
 */
export function canonicalResource(url: string): string | null {
  if (!URL.canParse(url)) return null;
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

/** A longer URL in an offer could make the head of its 402, with a challenge beside it, more than the 4 KB that proxies take. */
const OFFERED_URL_CHARS_MAX = 480;

/**
 * What a 402 calls a resource: its URL, or, where that is too long for a header, the route's template under the base URL,
 * which is also what directories call it. The resource is not signed, so nothing is lost; a payment may name either.
 */
export function offeredResource(resourceUrl: string, baseUrl: string, path: string): string {
  return resourceUrl.length > OFFERED_URL_CHARS_MAX ? baseUrl + routeTemplate(path) : resourceUrl;
}
