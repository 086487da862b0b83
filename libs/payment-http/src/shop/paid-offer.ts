import { validateHeaderValue } from 'node:http';
import { usdToAtomic, type AtomicUsdc } from '@stackcheck/contract';
import { compileOffer, type CompiledOffer } from '@stackcheck/payment-x402/offer';
import type { PaymentTerms } from '@stackcheck/payment-x402/terms';
import { badOption } from './shop-options';

/** What a route sells. */
export interface PaidOffer {
  /** Stable name of the route, kept with each payment. A payment of one route never buys another's answer. */
  readonly id: string;
  /** US dollars per call as a decimal text with at most six fraction digits, e.g. `0.001`. */
  readonly price: string;
  /** What is bought, in at most 500 characters. */
  readonly description: string;
  /** GET when absent. */
  readonly method?: 'GET' | 'POST';
  /** Path template below the base URL, e.g. `/v1/joke/{topic}`. Express knows its own where it is a plain text. */
  readonly path?: string;
  /** Media type of an answer that is given as text or bytes; JSON has its own. */
  readonly contentType?: string;
  /** A small input and answer, shown to agents before they pay. */
  readonly example?: {
    readonly pathParams?: Readonly<Record<string, string>>;
    readonly queryParams?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly output?: unknown;
  };
}

/** What an offer is made with. */
export interface OfferTerms {
  readonly terms: PaymentTerms;
  readonly baseUrl: string;
  readonly errorsUrl: string | null;
}

const ID = /^[A-Za-z0-9_.-]{1,100}$/;
const DESCRIPTION_CHARS_MAX = 500;
/** Of one route; an application mounts a router in few places, and what is mounted below a parameter is made each time. */
const TEMPLATES_MAX = 64;

/** The offers of one route, by the template of its path. @throws ShopError of code `option` */
export function offersOf(offer: PaidOffer, { terms, baseUrl, errorsUrl }: OfferTerms): (path: string) => CompiledOffer {
  if (!ID.test(offer.id)) badOption('id', 'must be 1 to 100 letters, digits, "_", "." or "-"');
  if (offer.description.length > DESCRIPTION_CHARS_MAX)
    badOption('description', `must have at most ${DESCRIPTION_CHARS_MAX} characters`);
  requireHeader(offer.contentType);
  const price = priceOf(offer.price);
  const known = new Map<string, CompiledOffer>();
  return (path) => {
    const found = known.get(path);
    if (found) return found;
    const { id, description, method = 'GET', example = {} } = offer;
    const made = compileOffer({ id, method, path, price, description, example }, terms, baseUrl, errorsUrl);
    if (known.size < TEMPLATES_MAX) known.set(path, made);
    return made;
  };
}

/** Known at once, and not when somebody has paid. */
function requireHeader(contentType = 'application/json'): void {
  try {
    validateHeaderValue('content-type', contentType);
  } catch (cause) {
    badOption('contentType', 'must be a media type, such as text/html', cause);
  }
}

function priceOf(text: string): AtomicUsdc {
  let price: AtomicUsdc = 0n;
  try {
    price = usdToAtomic(text);
  } catch (cause) {
    badOption('price', 'must be US dollars with at most six decimals, e.g. "0.001"', cause);
  }
  return price > 0n ? price : badOption('price', 'must be more than nothing');
}
