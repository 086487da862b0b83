import { isRecord } from '@stackcheck/payment-x402/wire';
import { BuyerError } from '../errors/buyer-error';
import { EMPTY_BOOK, type BookState } from './book-state';

/** A state as the text of a file. */
export function bookToJson(state: BookState): string {
  return `${JSON.stringify(state)}\n`;
}

/**
 * The state that a file holds; the empty book for a file that is not there.
 * @param name of the file, for messages
 * @throws BuyerError book_unreadable, since what was spent must not be guessed
 */
export function bookFromJson(text: string | null, name: string): BookState {
  if (text === null) return EMPTY_BOOK;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable(name, 'is no JSON');
  }
  if (!isRecord(value)) throw unreadable(name, 'is no object');
  if (value['schema'] !== 1) throw unreadable(name, 'is of another version');
  const { entries, totals, pins } = value;
  if (!Array.isArray(entries) || !entries.every(isEntry)) throw unreadable(name, 'has a damaged payment');
  if (!Array.isArray(totals) || !totals.every(isTotal)) throw unreadable(name, 'has a damaged sum');
  if (!isRecord(pins) || !Object.values(pins).every(isText)) throw unreadable(name, 'has a damaged recipient');
  return value as unknown as BookState;
}

function unreadable(name: string, what: string): BuyerError {
  return new BuyerError(
    'book_unreadable',
    `The spend book ${name} ${what}: restore it from a copy, or move it away to begin another, which knows nothing of what was spent.`,
    { file: name },
  );
}

const STATES = ['reserved', 'signed', 'refused', 'settled', 'released'];
const AMOUNT = /^\d{1,78}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function isEntry(value: unknown): boolean {
  if (!isTotal(value)) return false;
  const { id, state, payer, senders, order } = value;
  if (!isText(id) || !STATES.includes(state as string) || !isText(payer) || !Number.isSafeInteger(senders))
    return false;
  return state === 'settled' || state === 'released' ? order === null : isOrder(order);
}

function isTotal(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return false;
  const { day, session, network, amount } = value;
  return [day, session, network, amount].every(isText) && DAY.test(day as string) && AMOUNT.test(amount as string);
}

function isOrder(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { request, offer, requirement, authorization, header } = value;
  if (!isRecord(request) || !isRecord(offer) || !isRecord(requirement) || !isRecord(authorization)) return false;
  const { fingerprint, method, url, headers, body } = request;
  if (![fingerprint, method, url].every(isText) || !isRecord(headers) || !(body === null || isText(body))) return false;
  if (!URL.canParse(url as string) || !AMOUNT.test(String(authorization['validBefore']))) return false;
  return header === null || (isRecord(header) && isText(header['name']) && isText(header['value']));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
