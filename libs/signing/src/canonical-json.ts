import canonicalize from 'canonicalize';

/** The value has no canonical form, with the path of the member that has none. */
export class CanonicalJsonError extends Error {
  constructor(
    /** JSON-path-like place of the fault, `$` being the value itself. */
    readonly path: string,
    readonly fault: string,
  ) {
    super(`${path}: ${fault}`);
    this.name = 'CanonicalJsonError';
  }
}

// Far above any document of ours; keeps a hostile nesting from exhausting the stack.
const DEPTH_MAX = 200;

// From here on ECMAScript writes an exponent, so nobody takes the number for an exact integer.
const EXPONENT_FORM_FROM = 1e21;

/**
 * The one text form of a JSON value (RFC 8785, JSON Canonicalization Scheme).
 *
 * Refuses what would not survive a round trip or would be read differently by another implementation: undefined
 * members, non-finite numbers, integers beyond 2^53 written digit by digit, lone surrogates, and objects that are no
 * plain JSON values.
 * @throws CanonicalJsonError naming the path of the fault
 */
export function canonicalJson(value: unknown): string {
  if (isInOrder(value, 0)) return JSON.stringify(value);
  requireJson(value, '$', 0);
  return canonicalize(value) as string;
}

/** `canonicalJson` in UTF-8: the bytes that are hashed and signed. */
export function canonicalBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalJson(value));
}

/**
 * Whether a value plainly is JSON whose members stand in canonical order already, as in most of what is hashed: of such a value
 * `JSON.stringify` writes the canonical text (its strings and numbers are those of RFC 8785 section 3.2.2), in a fraction of the
 * time. False says nothing.
 */
function isInOrder(value: unknown, depth: number): boolean {
  if (depth > DEPTH_MAX) return false;
  if (typeof value === 'string') return isWellFormed(value);
  if (typeof value === 'number') return isExact(value);
  if (typeof value !== 'object') return typeof value === 'boolean';
  if (value === null) return true;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) if (!isInOrder(value[index], depth + 1)) return false;
    return true;
  }
  return hasMembersInOrder(value, depth);
}

function hasMembersInOrder(value: object, depth: number): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype || Symbol.toStringTag in value || 'toJSON' in value)
    return false;
  let before: string | undefined;
  for (const name of Object.keys(value)) {
    if ((before !== undefined && name <= before) || !isWellFormed(name)) return false;
    if (!isInOrder((value as Record<string, unknown>)[name], depth + 1)) return false;
    before = name;
  }
  return true;
}

function requireJson(value: unknown, path: string, depth: number): void {
  if (depth > DEPTH_MAX) throw new CanonicalJsonError(path, `is nested deeper than ${DEPTH_MAX} levels`);
  switch (typeof value) {
    case 'boolean':
      return;
    case 'string':
      return requireWellFormed(value, path);
    case 'number':
      return requireExact(value, path);
    case 'object':
      if (value === null) return;
      return Array.isArray(value) ? requireArray(value, path, depth) : requireObject(value, path, depth);
    default:
      throw new CanonicalJsonError(path, `${typeof value} is no JSON value`);
  }
}

function requireWellFormed(text: string, path: string): void {
  if (!isWellFormed(text)) throw new CanonicalJsonError(path, 'holds a lone surrogate');
}

/** With the u flag a surrogate pair is one character, so only lone surrogates match. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function requireExact(number: number, path: string): void {
  if (!Number.isFinite(number)) throw new CanonicalJsonError(path, `${number} is no JSON number`);
  if (!isExact(number)) {
    throw new CanonicalJsonError(path, `integer ${number} is beyond 2^53 and may have lost digits; send it as text`);
  }
}

function isExact(number: number): boolean {
  if (!Number.isFinite(number)) return false;
  return !Number.isInteger(number) || Number.isSafeInteger(number) || Math.abs(number) >= EXPONENT_FORM_FROM;
}

function requireArray(items: readonly unknown[], path: string, depth: number): void {
  for (let index = 0; index < items.length; index += 1) requireJson(items[index], `${path}[${index}]`, depth + 1);
}

function requireObject(value: object, path: string, depth: number): void {
  // Works across realms, unlike a comparison of prototypes; a Date, Map or Buffer has another tag or a toJSON.
  const plain = Object.prototype.toString.call(value) === '[object Object]';
  if (!plain || typeof (value as { toJSON?: unknown }).toJSON === 'function') {
    throw new CanonicalJsonError(path, 'is no plain object');
  }
  for (const [name, member] of Object.entries(value)) {
    requireWellFormed(name, path);
    requireJson(member, `${path}.${name}`, depth + 1);
  }
}
