/** Key of the x402 extension that lets a client ask for the same paid answer again. */
export const PAYMENT_IDENTIFIER = 'payment-identifier';

const IDENTIFIER_CHARS_MIN = 16;
const IDENTIFIER_CHARS_MAX = 128;
const IDENTIFIER = /^[A-Za-z0-9_-]{16,128}$/;

/** What an offer says about the extension: it may be used and need not be. */
export const PAYMENT_IDENTIFIER_OFFER = {
  info: { required: false },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: {
        type: 'string',
        minLength: IDENTIFIER_CHARS_MIN,
        maxLength: IDENTIFIER_CHARS_MAX,
        pattern: '^[A-Za-z0-9_-]+$',
      },
    },
    required: ['required'],
  },
} as const;

/** Whether a text may be a payment-identifier. */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

/** The identifier of a payment: null when the client sent none. A malformed one is no identifier, and not ignored. */
export type ReadIdentifier = { readonly ok: true; readonly identifier: string | null } | { readonly ok: false };

/**
 * Reads `extensions["payment-identifier"].info.id` of a v2 payment. The echo of our offer alone, without an `id`, means
 * no identifier; an `id` that breaks the rule is refused, because the client believes to be protected by it.
 */
export function readIdentifier(extensions: unknown): ReadIdentifier {
  const extension = field(extensions, PAYMENT_IDENTIFIER);
  if (extension === undefined || extension === null) return { ok: true, identifier: null };
  const info = field(extension, 'info');
  if (typeof info !== 'object' || info === null) return { ok: false };
  const id = field(info, 'id');
  if (id === undefined) return { ok: true, identifier: null };
  return typeof id === 'string' && isIdentifier(id) ? { ok: true, identifier: id } : { ok: false };
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
