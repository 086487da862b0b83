import { hash } from 'node:crypto';
import { upperCaseEscapes } from '../wire/resource';

/** What makes two requests the same purchase. */
export interface RequestPieces {
  readonly method: string;
  /** operationId. */
  readonly routeId: string;
  /** Path as sent, without the query. */
  readonly path: string;
  /** Query as sent, without the question mark; empty when there is none. */
  readonly query: string;
  /** The parsed JSON body; undefined when the request has none. */
  readonly body?: unknown;
}

/**
 * SHA-256 (hex) of a request. Escapes are compared without regard to case, a JSON body without regard to spelling;
 * anything else that differs makes another request.
 * @param canonicalJson one text per JSON value, e.g. RFC 8785
 */
export function requestFingerprint(pieces: RequestPieces, canonicalJson: (value: unknown) => string): string {
  const body = pieces.body === undefined ? null : canonicalJson(pieces.body);
  const identity = [pieces.method, pieces.routeId, upperCaseEscapes(pieces.path), upperCaseEscapes(pieces.query), body];
  return hash('sha256', JSON.stringify(identity));
}
