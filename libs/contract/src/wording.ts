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

/** The place of a member for a message: `policy.fail_on` of `policy` and `fail_on`, the name alone where there is no parent. */
export function placeOf(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}
