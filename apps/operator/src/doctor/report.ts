import { plain } from '../text';
import type { Finding } from './finding';

const MARKS: Readonly<Record<Finding['level'], string>> = {
  ok: 'ok',
  skipped: 'skipped',
  warning: 'WARNING',
  fault: 'FAULT',
};
const INDENT = 23;
const WIDTH = 120;

/** A finding in lines that fit the terminal: what; and below it why it matters and what to do. */
export function reportLines({ check, level, what, why, todo }: Finding, columns = WIDTH): readonly string[] {
  const room = Math.max(20, columns - INDENT);
  const head = `${MARKS[level].padEnd(8)} ${check.padEnd(INDENT - 10)} `;
  const said = [
    ...broken(plain(what), room),
    ...(why === undefined ? [] : broken(`why: ${plain(why)}`, room)),
    ...(todo === undefined ? [] : broken(`do:  ${plain(todo)}`, room)),
  ];
  return said.map((line, at) => (at === 0 ? head : ' '.repeat(INDENT)) + line);
}

/** Between words; a word that is longer than a line has one of its own. */
function broken(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
