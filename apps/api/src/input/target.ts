import { quoted } from '@stackcheck/contract/wording';

/** A request target, split without decoding. */
export interface Target {
  /** Raw path, beginning with `/`. */
  readonly path: string;
  /** Raw query without `?`; null when there is none. */
  readonly query: string | null;
}

/** Splits the target of a request line; the absolute form (RFC 9112 3.2.2) loses its scheme and authority. */
export function readTarget(url: string): Target {
  const relative = /^https?:\/\/[^/?#]*/i.exec(url);
  let rest = relative ? url.slice(relative[0].length) : url;
  const fragment = rest.indexOf('#');
  if (fragment >= 0) rest = rest.slice(0, fragment);
  const mark = rest.indexOf('?');
  const path = (mark < 0 ? rest : rest.slice(0, mark)) || '/';
  return { path, query: mark < 0 ? null : rest.slice(mark + 1) };
}

/** What a query string says, or why it cannot be read. */
export type QueryOutcome = { readonly values: ReadonlyMap<string, string> } | { readonly fault: string };

/** No route has as many; what comes after them is not looked at. */
const PARAMETERS_MAX = 50;

/** Decodes a query; a repeated name, broken percent-encoding or too many parameters are a fault. `+` reads as a blank. */
export function readQuery(query: string | null): QueryOutcome {
  const values = new Map<string, string>();
  const text = query ?? '';
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('&', start);
    if (end < 0) end = text.length;
    if (start === end) continue;
    if (values.size === PARAMETERS_MAX) return { fault: `the query holds more than ${PARAMETERS_MAX} parameters` };
    const part = text.slice(start, end);
    const at = part.indexOf('=');
    const name = decode(at < 0 ? part : part.slice(0, at));
    const value = decode(at < 0 ? '' : part.slice(at + 1));
    if (name === undefined || value === undefined)
      return { fault: 'the query holds broken percent-encoding; encode it as UTF-8' };
    if (values.has(name)) return { fault: `query parameter ${quoted(name, 50)} is repeated; send it once` };
    values.set(name, value);
  }
  return { values };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
