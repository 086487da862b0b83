/** A text inside an element of XML 1.0: markup escaped; characters that XML does not allow become U+FFFD. */
export function xmlText(text: string): string {
  return allowed(text).replace(/[&<>\r]/g, toReference);
}

/** The same inside a quoted attribute, where a parser would make blanks of line ends. */
export function xmlAttribute(text: string): string {
  return allowed(text).replace(/[&<>"'\t\n\r]/g, toReference);
}

function allowed(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

function toReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
