import { routeTemplate } from './bazaar';

/** A longer URL in an offer could make the head of its 402, with a challenge next to it, more than the 4 KB that proxies take. */
const OFFERED_URL_CHARS_MAX = 480;

/**
 * What a 402 calls a resource: its URL, or, where that is too long for a header, the route's template under the base URL,
 * which is also what directories call it. The resource is not signed, so nothing is lost; a payment may name either.
 */
export function offeredResource(resourceUrl: string, baseUrl: string, path: string): string {
  return resourceUrl.length > OFFERED_URL_CHARS_MAX ? baseUrl + routeTemplate(path) : resourceUrl;
}
