import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Offer402 } from '@stackcheck/payment-x402';
import type { AnyRoute } from '../catalogue/define-route';
import { pinReady, type ReadinessSources } from '../sale/readiness';
import { endsWithServer, offerHeaders } from '../http/send';
import { isCacheableHead } from '../http/request-smuggling-guard';

/** Targets longer than this are rare, and not worth their memory. */
const TARGET_CHARS_MAX = 512;

/** Some 4 KB each; probes ask for far fewer targets. */
const KNOWN_MAX = 1_000;

interface Known {
  readonly route: AnyRoute;
  /** Names and values in turn, which Node writes without building an object. */
  readonly headers: string[];
  readonly body: Uint8Array;
}

/**
 * The short way to an unpaid 402. Most traffic is unpaid calls of the same few targets, and for a head in which nothing but
 * the target matters the answer is the same bytes as last time, as long as the route may be sold. Everything else takes the
 * whole walk, which also fills this.
 */
export class PaymentRequiredCache {
  private readonly byMethod: Readonly<Record<string, Map<string, Known>>> = { GET: new Map(), POST: new Map() };

  constructor(private readonly readiness: ReadinessSources) {}

  /** Sends the 402, or says that the whole walk has to decide. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const known = this.byMethod[request.method!]?.get(request.url!);
    if (!known || !isCacheableHead(request) || !this.maySell(known.route)) return false;
    if (endsWithServer(request)) response.shouldKeepAlive = false;
    response.writeHead(402, known.headers).end(known.body);
    return true;
  }

  /** Keeps the 402 that a request was answered with. */
  remember(request: IncomingMessage, route: AnyRoute, offer: Offer402): void {
    const byTarget = this.byMethod[request.method!];
    const target = request.url!;
    if (!byTarget || target.length > TARGET_CHARS_MAX) return;
    // Whoever makes targets up costs the others one walk now and then.
    if (byTarget.size >= KNOWN_MAX) byTarget.clear();
    byTarget.set(target, { route, headers: Object.entries(offerHeaders(offer)).flat(), body: offer.body });
  }

  /** Asked anew each time: a pause or a lost dataset shows at once. */
  private maySell(route: AnyRoute): boolean {
    try {
      pinReady(route, this.readiness);
      return true;
    } catch {
      return false;
    }
  }
}
