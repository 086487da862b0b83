/**
 * A text of others as a Markdown code span: one line without control, format or private characters, backticks as
 * apostrophes, cut to a length in code points. Within it nothing is markup, HTML, a mention or a link.
 */
export function code(text: string, charsMax = 80): string {
  const line = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('`', "'")
    .trim();
  // A span of nothing would be two backticks as text.
  if (line === '') return '`?`';
  const points = [...line.slice(0, 2 * charsMax + 1)];
  const shown = points.length > charsMax ? `${points.slice(0, charsMax - 1).join('')}…` : line;
  return `\`${shown}\``;
}
