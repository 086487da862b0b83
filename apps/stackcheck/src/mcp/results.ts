import { errorRow, ServiceError, type ErrorCode } from '@stackcheck/contract';
import { PAYMENT_RESPONSE_META, RECEIPT_META } from '@stackcheck/mcp-tools';
import type { OutcomeSnapshot } from '@stackcheck/report';
import type { Proof } from '../paying/service';

/** A result of `tools/call`. */
export interface CallResult {
  readonly isError?: true;
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Where an answer came from: `files` are those of a project alone. */
export interface Origin {
  readonly source: 'snapshot' | 'demo' | 'service' | 'files';
  readonly snapshots: readonly Pick<OutcomeSnapshot, 'dataset' | 'snapshot_id' | 'as_of' | 'age_hours'>[];
  /** US dollars. */
  readonly paid_usd: string;
}

/** The origin of what cost nothing. */
export function freeOf(source: Origin['source'], snapshots: readonly OutcomeSnapshot[] = []): Origin {
  return { source, snapshots: snapshots.map(shownSnapshot), paid_usd: '0.00' };
}

/** What is said of a snapshot in an origin. */
export function shownSnapshot({
  dataset,
  snapshot_id,
  as_of,
  age_hours,
}: OutcomeSnapshot): Origin['snapshots'][number] {
  return { dataset, snapshot_id, as_of, age_hours };
}

/** An answer, as a structure and as its text. */
export function answered(answer: { readonly data: unknown; readonly meta?: unknown }, from: Origin): CallResult {
  const value = { ...answer, from };
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
}

/**
 * An answer that was bought, with what proves it: the first text are the bytes that its receipt is of, where it came from is a text of its own.
 * @param body as the service sent it
 */
export function bought(body: string, from: Origin, proof: Proof | undefined): CallResult {
  const value = { ...(JSON.parse(body) as object), from };
  const content = [body, JSON.stringify({ from })].map((text) => ({ type: 'text', text }) as const);
  if (proof === undefined) return { content, structuredContent: value };
  const { url, receipt, settlement } = proof;
  const settled = settlement === null ? {} : { [PAYMENT_RESPONSE_META]: settlement };
  return { content, structuredContent: value, _meta: { ...settled, [RECEIPT_META]: { url, ...receipt } } };
}

/** Something that was not answered and not charged: a code, a sentence, and what would do. */
export function refused(code: string, message: string, next?: string): CallResult {
  const value = { error: { code, message: withoutKeys(message), ...(next !== undefined && { next }) } };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
}

/** Arguments that a tool does not take. */
export function badArguments(message: string): ServiceError {
  return new ServiceError('bad_request', { message });
}

/**
 * An error as a result; undefined where it is a fault of this program.
 * @param bought of what was to be bought: what would do, where the error does not say it
 */
export function refusalOf(error: unknown, bought?: { readonly next: string | undefined }): CallResult | undefined {
  if (error instanceof ServiceError) return refused(error.code, error.message, errorRow(error.code).next);
  // By its name: its class is in the other file of the package.
  if (!(error instanceof Error) || error.name !== 'CliError') return undefined;
  const { code, exitCode = 0 } = error as { readonly code?: ErrorCode | null; readonly exitCode?: number };
  // What the service answered says itself what would do.
  if (code) return refused(code, error.message);
  const known = bought && exitCode === 5 ? 'not_bought' : CODES[exitCode];
  return refused(known ?? 'refused', error.message, bought?.next);
}

/** By exit code of the command line. */
const CODES: Readonly<Record<number, string>> = { 2: 'usage', 3: 'unreadable', 4: 'no_data', 5: 'unreachable' };

/** A text without anything that could be a private key. */
export function withoutKeys(text: string): string {
  return text.replace(/(?:0x)?[0-9a-f]{64}(?![0-9a-f])/gi, '…');
}
