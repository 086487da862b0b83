/** That a JSON value is not what it should be. Thrown and caught within the reader of states only. */
export class ShapeFault extends Error {}

/** Reads one JSON value; throws `ShapeFault` for any other. */
export type Read<Value> = (json: unknown) => Value;

/** Throws `ShapeFault`. */
export function refuse(what: string): never {
  throw new ShapeFault(what);
}

/** A text. */
export const text: Read<string> = (json) => (typeof json === 'string' ? json : refuse('text'));

/** A text of a form. */
export const textLike =
  (form: RegExp): Read<string> =>
  (json) =>
    typeof json === 'string' && form.test(json) ? json : refuse(`text like ${form.source}`);

/** A whole number from 0 on. */
export const count: Read<number> = (json) =>
  typeof json === 'number' && Number.isSafeInteger(json) && json >= 0 ? json : refuse('whole number');

/** 0 or 1. */
export const bit: Read<0 | 1> = (json) => (json === 0 || json === 1 ? json : refuse('bit'));

/** One of some texts. */
export const oneOf =
  <Word extends string>(words: readonly Word[]): Read<Word> =>
  (json) =>
    words.find((word) => word === json) ?? refuse('one of some words');

/** Null written as 0, or a value. */
export const orNull =
  <Value>(read: Read<Value>): Read<Value | null> =>
  (json) =>
    json === 0 ? null : read(json);

/** An array of at most `max` values. */
export const listOf =
  <Value>(read: Read<Value>, max: number): Read<readonly Value[]> =>
  (json) =>
    Array.isArray(json) && json.length <= max ? json.map((entry) => read(entry)) : refuse(`at most ${max} entries`);

/** An array with a length from `min` to `max`. */
export function tuple(json: unknown, min: number, max = min): readonly unknown[] {
  return Array.isArray(json) && json.length >= min && json.length <= max ? json : refuse(`${min} to ${max} entries`);
}

/** The own properties of an object. */
export function fields(json: unknown): ReadonlyMap<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) refuse('object');
  return new Map(Object.entries(json));
}
