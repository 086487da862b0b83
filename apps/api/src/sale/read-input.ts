import { ServiceError } from '@stackcheck/contract';
import type { AnyRoute } from '../catalogue/define-route';
import { readParams, type Input, type SentParameters } from '../catalogue/route-input';
import type { CheckedInput } from '../input/check-input';

/** What the request says, still unread. */
export interface RawInput extends SentParameters {
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  body(): Promise<Buffer>;
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
  requireJsonType(raw);
  return { params, body: (await raw.json()).instance };
}

function requireJsonType({ contentType, contentEncoding }: RawInput): void {
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType ?? '')) {
    throw new ServiceError('bad_request', {
      message: 'the body must be sent as Content-Type: application/json (UTF-8)',
    });
  }
  if (contentEncoding && contentEncoding.toLowerCase() !== 'identity') {
    throw new ServiceError('bad_request', { message: 'the body must be sent without Content-Encoding' });
  }
}
