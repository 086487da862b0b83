/**
 * A line in which texts of others may stand, such as names of files, that cannot command a terminal or pass for several lines: control
 * characters, lone surrogates and marks of writing direction become U+FFFD.
 */
export function plainLine(text: string): string {
  return text.replace(NOT_SHOWN, '\ufffd');
}

/** JSON that says the same and cannot command a terminal either: those characters are escaped. Line ends of its layout stay. */
export function plainJson(text: string): string {
  return text.replace(NOT_SHOWN, (sign) =>
    sign === '\n' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const NOT_SHOWN = /[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
