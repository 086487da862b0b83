import type { IncomingMessage } from 'node:http';

/** Every value of a header as sent; Node joins repeated lines, which would hide a second payment. */
export function headerValues(request: IncomingMessage, lowerName: string): string[] {
  if (request.headers[lowerName] === undefined) return [];
  const values: string[] = [];
  const raw = request.rawHeaders;
  for (let at = 0; at < raw.length; at += 2) {
    if (raw[at]!.toLowerCase() === lowerName) values.push(raw[at + 1]!);
  }
  return values;
}
