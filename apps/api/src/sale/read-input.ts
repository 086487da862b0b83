import type { AnyRoute } from '../catalogue/define-route';
import { readParams, type Input, type SentParameters } from '../catalogue/route-input';
import type { CheckedInput } from '../input/check-input';

/** The input of a request, still unread. */
export interface RawInput extends SentParameters {
  /** Whether a body comes with the request, also where its route takes none. */
  readonly bringsBody: boolean;
  /** @throws ServiceError `bad_request` where the body was not sent as JSON in the way that the transport asks for */
  requireJson(): void;
  /**
   * Resolves when the body is there, with what gives its bytes.
   * @throws ServiceError `body_too_large`, or `BrokenBody`
   */
  body(): Promise<() => Uint8Array>;
  /** Ends the reading of a body as one that took too long. */
  giveUp(): void;
  /** What `readBody` makes of the body. */
  json(): Promise<CheckedInput>;
  /** Milliseconds that `json` has taken so far, where they are measured. */
  parsingMs?(): number;
}

/**
 * The only place where input is checked: by the route's DTO classes, without extra properties.
 * @throws ServiceError `bad_request`, `too_many_items` or `body_too_large`, naming the field and what would do
 */
export async function readInput(route: AnyRoute, raw: RawInput): Promise<Input> {
  const params = readParams(route, raw);
  if (!route.body) return { params, body: {} };
  raw.requireJson();
  return { params, body: (await raw.json()).instance };
}
