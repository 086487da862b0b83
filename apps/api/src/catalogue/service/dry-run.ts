import { ServiceError, type ErrorCode } from '@stackcheck/contract';
import type { AnyRoute, RouteDeps } from '../define-route';
import { checkBody, readParams, type Input, type SentParameters } from '../route-input';

/** Codes that an input brings about by itself; every other one says something about the service. */
const INPUT_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'bad_request',
  'too_many_items',
  'unknown_id',
  'token_invalid',
  'token_expired',
]);

/** Whether an error is the answer to a dry run, and not a reason why there is none. */
export function isInputError(error: unknown): error is ServiceError {
  return error instanceof ServiceError && INPUT_CODES.has(error.code);
}

/** An input as it would be sent. */
export interface ProposedInput extends SentParameters {
  /** Undefined where none would be sent. */
  readonly body?: unknown;
}

/**
 * Checks an input as its route does before it answers, and answers nothing.
 * @throws ServiceError the error that the route would answer
 */
export function requireAcceptable(route: AnyRoute, proposed: ProposedInput, deps: RouteDeps): void {
  const params = readParams(route, proposed);
  if (route.body && proposed.body === undefined) {
    throw new ServiceError('bad_request', { message: 'the body is missing; it must be a JSON object' });
  }
  const body = route.body ? checkBody(route, proposed.body).instance : {};
  inspect(route, { params, body }, deps);
}

/** The part of it that no class can say. */
export function inspect(route: AnyRoute, input: Input, deps: RouteDeps): void {
  route.inspect?.(input, deps);
}
