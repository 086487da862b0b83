/**
 * What stands between the quotation marks of a JSON string that holds this text.
 * @param text as JSON itself, where it is one line: only quotation marks and backslashes are escaped
 */
export function inString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Texts that are the inside of a JSON string as they are. */
const PLAIN = /^[\w .:/@+~-]*$/;

/** Whether a text stands in a JSON string, and that one in another, as it is. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/**
 * Writes the inside of a JSON string as UTF-8.
 * @param at where it begins
 * @returns where it ends
 */
export type StringWriter = (into: Buffer, at: number) => number;

const writers = new WeakMap<Uint8Array, StringWriter>();

/**
 * Remembers how an answer is written into a JSON string by code that has its parts so written already: that takes a sixth of the time
 * of escaping it byte by byte.
 * @param answer its bytes, as UTF-8
 * @param write the inside of a JSON string that holds the same, at most twice as long; called when it is asked for, if ever
 */
export function keepInString(answer: Uint8Array, write: StringWriter): void {
  writers.set(answer, write);
}

/** What writes these very bytes as the inside of a JSON string; undefined where they are not kept so. */
export function answerInString(answer: Uint8Array): StringWriter | undefined {
  return writers.get(answer);
}
