import { UnreadableFileError } from '../entries/format';

/** Where a parser stopped, both from 1. */
export interface FaultPlace {
  readonly line: number;
  readonly column: number;
}

const REASON_LENGTH_MAX = 120;

/**
 * A text that is not of its syntax.
 * @param syntax its name, such as `YAML`
 * @param reason what the parser said, in part; it may repeat the text
 */
export function syntaxFault(syntax: string, place: FaultPlace | undefined, reason?: string): UnreadableFileError {
  const where = place === undefined ? [] : [`line ${place.line}, column ${place.column}`];
  const why = reason === undefined ? [] : [printable(reason)];
  const detail = [...where, ...why].join(': ');
  return new UnreadableFileError(`is no ${syntax}${detail === '' ? '' : ` (${detail})`}`, place?.line);
}

/** A text that is broken by a bound of ours. */
export function tooMany(what: string, most: number): UnreadableFileError {
  return new UnreadableFileError(`has more than ${most} ${what}; split it or name its parts`);
}

/** The bound of nesting is passed. */
export function tooDeep(depthMax: number): UnreadableFileError {
  return new UnreadableFileError(`is nested deeper than ${depthMax} levels`);
}

/** One line without control characters, cut where it is long. */
function printable(reason: string): string {
  const [line = ''] = reason.split('\n', 1);
  const clean = line.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ').trim();
  return clean.length <= REASON_LENGTH_MAX ? clean : `${clean.slice(0, REASON_LENGTH_MAX)}…`;
}
