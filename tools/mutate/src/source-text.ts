/** A place in a file; lines and columns counted from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The text between two places of a file. */
export function textBetween(source: string, start: Position, end: Position): string {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined))
    .join('\n');
}

/** A span as text: line:column-line:column. */
export function spanOf({ start, end }: { readonly start: Position; readonly end: Position }): string {
  return `${start.line}:${start.column}-${end.line}:${end.column}`;
}
