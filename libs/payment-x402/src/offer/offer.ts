import { errorBody, type ErrorCode, type ErrorDetail } from '@stackcheck/contract';
import { bazaarBlock, bazaarOutputSchemaV1 } from './bazaar';
import type { Offer402 } from './offer-402';
import type { PaymentTerms } from '../terms/payment-terms';
import type { PricedRoute } from '../terms/priced-route';
import { PAYMENT_IDENTIFIER, PAYMENT_IDENTIFIER_OFFER } from '../wire/identifier';
import { paymentRequirement } from '../wire/requirement';
import { offeredResource } from './offered-resource';
import { PAID_MIME_TYPE, paymentRequirementV1 } from '../wire/requirement-v1';

/** Longest description that Coinbase's facilitator takes; a longer one makes a route silently unpayable there. */
const DESCRIPTION_CHARS_MAX = 500;

/** Longer headers go without the discovery block, so that a 402 still passes proxies with small header buffers. */
const CHARS_WITH_BAZAAR_MAX = 2_900;

/** What may be added to the error of a 402. */
export interface OfferDetail {
  /** One sentence for the caller; replaces the table's. */
  readonly message?: string;
  /** Characters of further lines in the same head, e.g. of a challenge, which the offer leaves room for. */
  readonly otherHeaderChars?: number;
}

/** The 402s of one route. */
export interface CompiledOffer {
  readonly route: PricedRoute;
  /**
   * A 402 for one resource, whose header stays below 3.5 KB whatever is called (`offeredResource`).
   * @param resourceUrl absolute URL under the configured base URL, query included
   * @param code a code whose status is 402
   */
  render(resourceUrl: string, code?: ErrorCode, detail?: OfferDetail): Offer402;
}

/** All of a 402 but the resource URL, which comes last in both parts. */
interface Template {
  readonly bodyPrefix: Buffer;
  readonly bodySuffix: Buffer;
  /** Base64 of a prefix whose length is a multiple of three bytes, so that the rest can be encoded by itself. */
  readonly headerPrefix: string;
  readonly headerPrefixLean: string;
  readonly headerSuffix: string;
}

/**
 * Builds a route's 402 once: the merged body of protocol version 1 with our error, and the header of version 2 with the
 * extensions payment-identifier and bazaar. Rendering only inserts the URL.
 * @param baseUrl configured public base URL, without a trailing slash
 * @param errorsUrl the page about errors, where it is not `/docs/errors` below the base URL; null where there is none
 * @throws RangeError when the description is longer than 500 characters
 */
export function compileOffer(
  route: PricedRoute,
  terms: PaymentTerms,
  baseUrl: string,
  errorsUrl?: string | null,
): CompiledOffer {
  const page: Pick<ErrorDetail, 'errorsUrl'> = errorsUrl === undefined ? {} : { errorsUrl };
  if (route.description.length > DESCRIPTION_CHARS_MAX)
    throw new RangeError(`the description of ${route.id} is longer than ${DESCRIPTION_CHARS_MAX} characters`);
  const templates = new Map<ErrorCode, Template>();
  const templateOf = (code: ErrorCode): Template => {
    const known = templates.get(code);
    if (known) return known;
    const template = buildTemplate(route, terms, baseUrl, code, page);
    templates.set(code, template);
    return template;
  };
  const unpaid = templateOf('payment_required');
  const constantUrl = baseUrl + route.path;
  const constant = route.path.includes('{') ? undefined : fill(unpaid, constantUrl);
  return {
    route,
    render(calledUrl, code = 'payment_required', detail) {
      const resourceUrl = offeredResource(calledUrl, baseUrl, route.path);
      const extraChars = detail?.otherHeaderChars ?? 0;
      if (detail?.message !== undefined)
        return fill(buildTemplate(route, terms, baseUrl, code, { ...detail, ...page }), resourceUrl, extraChars);
      if (code !== 'payment_required' || extraChars > 0) return fill(templateOf(code), resourceUrl, extraChars);
      return constant && resourceUrl === constantUrl ? constant : fill(unpaid, resourceUrl);
    },
  };
}

function buildTemplate(
  route: PricedRoute,
  terms: PaymentTerms,
  baseUrl: string,
  code: ErrorCode,
  detail: Partial<Pick<ErrorDetail, 'message' | 'errorsUrl'>>,
): Template {
  const [bodyPrefix, bodySuffix] = aroundUrl({
    x402Version: 1,
    ...errorBody(baseUrl, code, detail),
    accepts: [
      paymentRequirementV1(terms, route.price, URL_MARK, {
        description: route.description,
        outputSchema: bazaarOutputSchemaV1(route),
      }),
    ],
  });
  const header = (extensions: unknown): readonly [string, string] =>
    aroundUrl({
      x402Version: 2,
      error: code,
      accepts: [paymentRequirement(terms, route.price)],
      extensions,
      resource: { description: route.description, mimeType: PAID_MIME_TYPE, url: URL_MARK },
    });
  const lean = { [PAYMENT_IDENTIFIER]: PAYMENT_IDENTIFIER_OFFER };
  const [headerPrefix, headerSuffix] = header({ ...lean, bazaar: bazaarBlock(route) });
  return {
    bodyPrefix: Buffer.from(bodyPrefix, 'utf8'),
    bodySuffix: Buffer.from(bodySuffix, 'utf8'),
    headerPrefix: alignedBase64(headerPrefix),
    // A tool's offer is no header, and may be as long as it is.
    headerPrefixLean: route.tool ? alignedBase64(headerPrefix) : alignedBase64(header(lean)[0]),
    headerSuffix,
  };
}

/** Stands for the URL while a template is built; no text of ours contains a control character. */
const URL_MARK = '\u0000url';

function aroundUrl(value: unknown): readonly [string, string] {
  const [prefix, suffix] = JSON.stringify(value).split(JSON.stringify(URL_MARK));
  return [prefix!, suffix!];
}

/** Blanks before the URL are white space to JSON and bring the prefix to a multiple of three bytes. */
function alignedBase64(prefix: string): string {
  const bytes = Buffer.from(prefix, 'utf8');
  const blanks = ' '.repeat((3 - (bytes.length % 3)) % 3);
  return Buffer.from(prefix + blanks, 'utf8').toString('base64');
}

const PLAIN_ASCII = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

function fill(template: Template, resourceUrl: string, extraChars = 0): Offer402 {
  const url = PLAIN_ASCII.test(resourceUrl) ? `"${resourceUrl}"` : JSON.stringify(resourceUrl);
  const ending = Buffer.from(url + template.headerSuffix, 'utf8').toString('base64');
  const isLean = template.headerPrefix.length + ending.length + extraChars > CHARS_WITH_BAZAAR_MAX;
  return {
    body: Buffer.concat([template.bodyPrefix, Buffer.from(url, 'utf8'), template.bodySuffix]),
    paymentRequired: (isLean ? template.headerPrefixLean : template.headerPrefix) + ending,
  };
}
