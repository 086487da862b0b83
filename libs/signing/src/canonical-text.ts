import canonicalize from 'canonicalize';

/** Far above any document of ours; keeps a hostile nesting from exhausting the stack. */
export const DEPTH_MAX = 200;
// From here on ECMAScript writes an exponent, so nobody takes the number for an exact integer.
const EXPONENT_FORM_FROM = 1e21;

/**
 * The canonical text (RFC 8785) of a value that plainly is JSON, such as `JSON.parse` gives; undefined of any other, of which
 * `canonicalJson` says why. Where members stand in canonical order already, as in most of what is hashed, `JSON.stringify` writes that text
 * (its strings and numbers are those of section 3.2.2), in a fraction of the time.
 */
export function canonicalText(value: unknown): string | undefined {
  if (isPlain(value, true, 0)) return JSON.stringify(value);
  return isPlain(value, false, 0) ? (canonicalize(value) as string) : undefined;
}

/** Whether a text holds whole characters: with the u flag a surrogate pair is one, so that only lone surrogates match. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Whether a number reads back as itself everywhere: finite, and no integer beyond 2^53 that is written digit by digit. */
export function isExact(number: number): boolean {
  if (!Number.isFinite(number)) return false;
  return !Number.isInteger(number) || Number.isSafeInteger(number) || Math.abs(number) >= EXPONENT_FORM_FROM;
}

function isPlain(value: unknown, inOrder: boolean, depth: number): boolean {
  if (depth > DEPTH_MAX) return false;
  if (typeof value === 'string') return isWellFormed(value);
  if (typeof value === 'number') return isExact(value);
  if (typeof value !== 'object') return typeof value === 'boolean';
  if (value === null) return true;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) if (!isPlain(value[index], inOrder, depth + 1)) return false;
    return true;
  }
  return hasPlainMembers(value, inOrder, depth);
}

function hasPlainMembers(value: object, inOrder: boolean, depth: number): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype || Symbol.toStringTag in value || 'toJSON' in value)
    return false;
  let before: string | undefined;
  for (const name of Object.keys(value)) {
    if ((inOrder && before !== undefined && name <= before) || !isWellFormed(name)) return false;
    if (!isPlain((value as Record<string, unknown>)[name], inOrder, depth + 1)) return false;
    before = name;
  }
  return true;
}
