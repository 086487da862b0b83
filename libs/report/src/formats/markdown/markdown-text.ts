import { onOneLine } from '@stackcheck/pictures/markup';

/**
 * A text of others in Markdown of GitHub, in prose or in a cell of a table: no markup, HTML, link, mention or reference comes of
 * it. Cut to a length in code points.
 */
export function markdownText(text: string, charsMax = 500): string {
  return cut(onOneLine(text), charsMax)
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)
    .replace(/[\\`*_[\]{}|~$]/g, '\\$&')
    .replace(/^(?:[-+#=.]|\d+(?=[.)]))/, (start) => (/^\d/.test(start) ? `${start}&#8203;` : `\\${start}`))
    .replace(
      /(?<![\w&])@(?=\w)|(?<![\w&])#(?=\d)|\b(?:https?|ftp|mailto|xmpp):(?=\S)|\bwww\.|\bGH-(?=\d)/gi,
      '$&&#8203;',
    );
}

/** The same as a code span for a cell of a table: what it holds is shown as it is, but backticks and bars. */
export function markdownCode(text: string, charsMax = 80): string {
  // A bar ends a cell even within a code span, unless a backslash that nothing escapes stands in front of it.
  const shown = cut(onOneLine(text), charsMax)
    .replaceAll('`', "'")
    .replace(/\\+(?=\|)/g, (run) => '\uff3c'.repeat(run.length))
    .replaceAll('|', '\\|');
  return shown === '' ? '`?`' : `\`${shown}\``;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function cut(text: string, charsMax: number): string {
  const points = [...text];
  return points.length > charsMax ? `${points.slice(0, charsMax - 1).join('')}…` : text;
}
