import { parseStrictJson } from '@stackcheck/payment-x402/wire';
import type { AnswerHeaders, Fetch, FetchedResponse } from '../ports/fetch';
import type { Timing } from '../ports/timing';
import type { KeptRequest } from '../spending/book-state';
import { bodyOf } from './request';

/** A response that was read as far as the limit. */
export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array;
}

/**
 * What became of a request that was sent. `lost` says nothing about what the other side did, unless `isUnsent`: then no byte of it left. `too_large` has an answer
 * whose body is cut off.
 */
export type Exchange =
  | { readonly kind: 'answered' | 'too_large'; readonly answer: Answer }
  | { readonly kind: 'lost'; readonly isUnsent: boolean; readonly why: string };

/** How a request is sent. */
export interface ExchangeDeps {
  readonly fetch: Fetch;
  readonly timing: Timing;
  /** From the request to the last byte of its answer. */
  readonly answerTimeoutMs: number;
}

/** Sends a request once, with the headers of a payment where there is one, and reads the answer. Never rejects. */
export async function exchange(
  { fetch, timing, answerTimeoutMs }: ExchangeDeps,
  request: KeptRequest,
  payment: Readonly<Record<string, string>>,
  bytesMax: number,
): Promise<Exchange> {
  const stop = new AbortController();
  let giveUp = (): void => undefined;
  const late = new Promise<Exchange>((resolve) => {
    giveUp = timing.after(answerTimeoutMs, () => {
      resolve({ kind: 'lost', isUnsent: false, why: `no complete answer within ${answerTimeoutMs / 1000} s` });
      stop.abort();
    });
  });
  const { method, url } = request;
  const body = bodyOf(request);
  const answered = async (): Promise<Exchange> => {
    const headers = { ...request.headers, ...payment };
    const init = { method, headers, redirect: 'manual', signal: stop.signal } as const;
    return readAnswer(await fetch(url, body ? { ...init, body } : init), bytesMax);
  };
  try {
    return await Promise.race([answered().catch(lost), late]);
  } finally {
    giveUp();
    stop.abort();
  }
}

/** Offers and errors are read whole, however short the answer must be. */
const ERROR_BYTES_MAX = 65_536;

async function readAnswer({ status, headers, body }: FetchedResponse, bytesMax: number): Promise<Exchange> {
  const most = status >= 200 && status < 300 ? bytesMax : Math.max(bytesMax, ERROR_BYTES_MAX);
  const reader = body?.getReader();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done || !piece.value) break;
    bytes += piece.value.length;
    pieces.push(piece.value);
    if (bytes > most) {
      await reader?.cancel().catch(() => undefined);
      return { kind: 'too_large', answer: { status, headers, body: joined(pieces).subarray(0, most) } };
    }
  }
  return { kind: 'answered', answer: { status, headers, body: joined(pieces) } };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Codes of a connection that was never made. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function lost(fault: unknown): Exchange {
  const code = codeOf(fault) ?? codeOf((fault as { readonly cause?: unknown } | null)?.cause);
  return { kind: 'lost', isUnsent: UNSENT.has(code ?? ''), why: code ?? 'the connection broke' };
}

function codeOf(fault: unknown): string | null {
  const code = typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : null;
  return typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) ? code : null;
}

/** Deeper than any offer or error. */
const DEPTH_MAX = 12;

/** The JSON of a body; undefined where it is none, or names a key twice. */
export function jsonOf({ body }: Pick<Answer, 'body'>): unknown {
  const parsed = parseStrictJson(new TextDecoder().decode(body), DEPTH_MAX);
  return parsed.ok ? parsed.value : undefined;
}
