import type { ErrorCode } from '@stackcheck/contract';
import { ERRORS } from '@stackcheck/contract/errors';
import { BASE_URL } from '../service/start-service';

/** What follows the table's words where an operation was asked for: its place in the description. */
const SCHEMA_LINK = /^ Schema: http:\/\/\S+\/openapi\.json#\/paths\/~1[^\s{}]*\/(get|post)$/;

/** Longest message; what a caller sent is quoted in part only. */
const MESSAGE_CHARS_MAX = 1_000;

/** Whether a value is a code of the table. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}

/** What is wrong with an error body by the published error table: exactly these members, in the words of the table. */
export function errorBodyFaults(value: unknown, status: number): string[] {
  const error = (value as { error?: Record<string, unknown> } | null)?.error;
  if (typeof error !== 'object' || error === null) return ['the body has no object "error"'];
  const { code, message, next, docs, suggestions } = error;
  if (!isErrorCode(code)) return [`code ${JSON.stringify(code)} is not in the table`];
  const faults = [];
  const row = ERRORS[code];
  // A request that was not sent in time is `bad_request` under the status of RFC 9110 section 15.5.9.
  if (row.http !== status && status !== 408) faults.push(`${code} with status ${status} instead of ${row.http}`);
  const isLinked = code === 'bad_request' && typeof next === 'string' && SCHEMA_LINK.test(next.slice(row.next.length));
  if (next !== row.next && !(isLinked && next.startsWith(row.next))) faults.push(`next of ${code} is not the table's`);
  if (docs !== `${BASE_URL}/docs/errors#${code}`) faults.push(`docs is ${JSON.stringify(docs)}`);
  if (typeof message !== 'string' || message === '') faults.push('message is no text');
  else if (message.length > MESSAGE_CHARS_MAX) faults.push(`message has ${message.length} characters`);
  else if (/[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u.test(message)) {
    faults.push('message holds control characters or broken UTF-16');
  }
  const members = code === 'unknown_id' ? 'code,docs,message,next,suggestions' : 'code,docs,message,next';
  if (Object.keys(error).sort().join() !== members) faults.push(`members of error: ${Object.keys(error).join(', ')}`);
  if (suggestions !== undefined && !(Array.isArray(suggestions) && suggestions.length <= 5)) {
    faults.push('suggestions are no list of at most five');
  }
  return faults;
}
