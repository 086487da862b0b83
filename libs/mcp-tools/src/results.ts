import type { ServiceError } from '@stackcheck/contract';
import { errorBody } from '@stackcheck/contract';

/** Where a paid result carries its settlement (x402, MCP transport, version 2). */
export const PAYMENT_RESPONSE_META = 'x402/payment-response';
/** Where it carries the signed receipt: the fields of RFC 9421 over the text of the result. */
export const RECEIPT_META = 'com.stackcheck/receipt';

/** A result of `tools/call`. The first text is the JSON of the structure, always. */
export interface ToolResult {
  readonly isError?: true;
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** What a sale gave a call. */
export interface SoldAnswer {
  /** The answer as JSON, in the bytes that its receipt is of; read when the text or the structure of a result is. */
  readonly text: string;
  /** The settlement, decoded. */
  readonly settlement: unknown;
  readonly receipt: Readonly<Record<string, string>>;
}

/**
 * What a call costs: of one without a payment, and of one whose payment was refused.
 * @param paymentRequired version 2 of x402's PaymentRequired; its `error` is the code
 * @param why in a sentence, of a refusal; a second text, as the first one has to be the JSON alone
 */
export function offerResult(paymentRequired: object, why?: string): ToolResult {
  return {
    isError: true,
    content: [...text(JSON.stringify(paymentRequired)), ...(why === undefined ? [] : text(why))],
    structuredContent: { ...paymentRequired },
  };
}

/** A paid answer: its JSON as it was signed, the same as a structure, its settlement and its receipt. */
export function paidResult(sold: SoldAnswer): ToolResult {
  return {
    // Both are made where they are asked for: `resultJson` needs no structure, and who has the bytes neither.
    get content() {
      return text(sold.text);
    },
    get structuredContent() {
      return JSON.parse(sold.text) as Readonly<Record<string, unknown>>;
    },
    _meta: { [PAYMENT_RESPONSE_META]: sold.settlement, [RECEIPT_META]: sold.receipt },
  };
}

/**
 * An error of the table. Without `accepts` whatever its code: clients pay wherever they see one, and a payment whose settlement is not
 * known must not be followed by another.
 */
export function errorResult(baseUrl: string, { code, detail }: Pick<ServiceError, 'code' | 'detail'>): ToolResult {
  const { error } = errorBody(baseUrl, code, detail);
  const wait = detail.retryAfterSeconds;
  const said = { error: wait === undefined ? error : { ...error, retry_after_seconds: Math.max(1, Math.ceil(wait)) } };
  return { isError: true, content: text(JSON.stringify(said)), structuredContent: said };
}

/**
 * A result as JSON, its structure in the bytes of its text.
 * @param also further members, and further ones of `_meta`, that a revision of the protocol asks for
 */
export function resultJson(
  { content, isError, _meta }: ToolResult,
  also: {
    readonly members?: Readonly<Record<string, unknown>>;
    readonly meta?: Readonly<Record<string, unknown>>;
  } = {},
): string {
  const meta = _meta || also.meta ? { _meta: { ..._meta, ...also.meta } } : {};
  const rest = JSON.stringify({ content, ...(isError ? { isError } : {}), ...meta, ...also.members });
  return `${rest.slice(0, -1)},"structuredContent":${content[0]!.text}}`;
}

/** A free answer. */
export function freeResult(data: unknown): ToolResult {
  return { content: text(JSON.stringify({ data })), structuredContent: { data } };
}

function text(json: string): ToolResult['content'] {
  return [{ type: 'text', text: json }];
}
