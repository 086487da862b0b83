import canonicalize from 'canonicalize';
import { canonicalText, DEPTH_MAX, isExact, isWellFormed } from './canonical-text';

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

/**
 * The one text form of a JSON value (RFC 8785, JSON Canonicalization Scheme).
 *
 * Refuses what would not survive a round trip or would be read differently by another implementation: undefined
 * members, non-finite numbers, integers beyond 2^53 written digit by digit, lone surrogates, and objects that are no
 * plain JSON values.
 * @throws CanonicalJsonError naming the path of the fault
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalText(value);
  if (text !== undefined) return text;
  requireJson(value, '$', 0);
  return canonicalize(value) as string;
}

/** `canonicalJson` in UTF-8: the bytes that are hashed and signed. */
export function canonicalBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalJson(value));
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

function requireExact(number: number, path: string): void {
  if (!Number.isFinite(number)) throw new CanonicalJsonError(path, `${number} is no JSON number`);
  if (!isExact(number)) {
    throw new CanonicalJsonError(path, `integer ${number} is beyond 2^53 and may have lost digits; send it as text`);
  }
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
