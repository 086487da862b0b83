const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Whether a string has no control characters and no lone surrogates, so that it can be logged and echoed. */
export function isPlainText(value: string): boolean {
  return !CONTROL.test(value) && !/\p{Surrogate}/u.test(value);
}

/**
 * A name that a stranger chose, in quotes, for a message: at most `charsMax` characters, each control character and lone
 * surrogate shown as U+FFFD, so that the message can be printed and logged.
 */
export function quoted(name: string, charsMax: number): string {
  const shown = [...name].slice(0, charsMax).map((character) => (isPlainText(character) ? character : '\ufffd'));
  return `"${shown.join('')}"`;
}

const sentNames = new WeakMap<object, string>();

/** Keeps that a list of an input was sent under another name than its own, for what is said of it later. */
export function keepSentName(list: object, sent: string): void {
  sentNames.set(list, sent);
}

/** What the caller called a list of an input: its own name unless `keepSentName` was given another. */
export function nameSent(list: object, own: string): string {
  return sentNames.get(list) ?? own;
}

/** The place of a member for a message: `policy.fail_on` of `policy` and `fail_on`, the name alone where there is no parent. */
export function placeOf(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}

/** A sentence as part of a longer one: it begins small, and ends without a stop. */
export function asClause(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '');
}
