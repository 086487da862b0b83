/**
 * A text of others on one line that cannot command a terminal or turn what stands around it: blanks and line ends become one
 * blank, and control characters, lone surrogates noncharacters and marks of writing direction become U+FFFD.
 */
export function onOneLine(text: string): string {
  return text
    .replace(/[\t\n\v\f\r\u0085\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(NOT_SHOWN, '\ufffd');
}

/** Text that every encoder accepts: lone surrogates become U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

const NOT_SHOWN = /[\p{NChar}\p{Cc}\p{Surrogate}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
