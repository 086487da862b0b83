import { UnreadableFileError } from '../entries/format';
import { FILE_LIMITS } from '../entries/limits';
import { tooMany } from './fault';

/** A line of a file that is read by lines; the patterns that read one need no more than linear time and the stack of this length. */
const LINE_LENGTH_MAX = 100_000;

/**
 * Calls `visit` with each line of a text, without its line break, and its number from 1. LF and CR LF end a line. No list of lines
 * is made: a text of breaks alone would have as many of them as bytes.
 * @throws UnreadableFileError for a text that is too long or has too many lines, and for a line of more than 100,000 characters
 */
export function eachLine(text: string, visit: (line: string, number: number) => void): void {
  if (text.length > FILE_LIMITS.plainLengthMax) throw tooMany('characters', FILE_LIMITS.plainLengthMax);
  let number = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    if (number > FILE_LIMITS.linesMax) throw tooMany('lines', FILE_LIMITS.linesMax);
    visit(lineAt(text, start, end, number), number++);
    start = end + 1;
  }
  if (start < text.length) visit(lineAt(text, start, text.length, number), number);
}

function lineAt(text: string, start: number, end: number, number: number): string {
  if (end - start > LINE_LENGTH_MAX) {
    throw new UnreadableFileError(`has a line of more than ${LINE_LENGTH_MAX} characters`, number);
  }
  return text.slice(start, end > start && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end);
}

const CARRIAGE_RETURN = 13;
