import { fromBase64, toBase64 } from '@stackcheck/payment-x402/wire';

/** An answer that was paid for. */
export interface PaidAnswer {
  readonly method: string;
  readonly url: string;
  /** The body that was sent; null where there was none. */
  readonly asked: string | null;
  /** ISO 8601. */
  readonly at: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What is stored of it. */
type Stored = Omit<PaidAnswer, 'body'> & { readonly body: string };

const NAME = 'stackcheck.answers';
const ANSWERS_MAX = 20;

/** Headers that a receipt is verified with, and what the body is. */
const KEPT_HEADERS = ['content-type', 'content-digest', 'signature', 'signature-input', 'payment-response'];

/**
 * Keeps an answer in this browser, the newest first; earlier ones go where there is no room.
 * @returns false where it finds no room even so
 */
export function keepAnswer(storage: Storage, answer: PaidAnswer): boolean {
  const stored: Stored = { ...answer, body: toBase64(answer.body) };
  const others = read(storage).filter(({ headers }) => headers['signature'] !== answer.headers['signature']);
  for (let count = Math.min(others.length, ANSWERS_MAX - 1); count >= 0; count = count === 0 ? -1 : count >> 1) {
    try {
      storage.setItem(NAME, JSON.stringify([stored, ...others.slice(0, count)]));
      return true;
    } catch {
      // No room; with fewer there may be.
    }
  }
  return false;
}

/** The answers of an address that are kept here, the newest first. */
export function keptAnswers(storage: Storage, method: string, url: string): readonly PaidAnswer[] {
  return read(storage)
    .filter((each) => each.method === method && each.url === url)
    .map((each) => ({ ...each, body: new Uint8Array(fromBase64(each.body)) }));
}

/** Forgets all of them. */
export function forgetAnswers(storage: Storage): void {
  storage.removeItem(NAME);
}

/** The headers of a response that are kept with its body. */
export function keptHeaders(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])),
  );
}

/** What cannot be read was written by another version, and is of no use. */
function read(storage: Storage): readonly Stored[] {
  try {
    const kept = JSON.parse(storage.getItem(NAME) ?? '[]') as unknown;
    return Array.isArray(kept) ? (kept as readonly Stored[]) : [];
  } catch {
    return [];
  }
}
