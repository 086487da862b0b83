import { wellFormed } from '@stackcheck/pictures/markup';
import { readProjectFile } from './project-file';

/** An entry to be written: `id` or `product`, and the others as in stackcheck.toml. */
export interface NewAcceptance {
  readonly id?: string;
  readonly product?: string;
  readonly package?: string;
  readonly path?: string;
  /** `YYYY-MM-DD`. */
  readonly until: string;
  readonly reason: string;
}

/** The text with the entry, or why it cannot be added. */
export type AddedAcceptance =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly faults: readonly string[] };

/**
 * Adds an entry at the end of the text of a stackcheck.toml, which stays as it is otherwise, comments and order too. The whole is
 * read again, so that a text that came out is one that can be read. An empty text is a new file.
 */
export function addAcceptance(
  text: string,
  entry: NewAcceptance,
  options: { readonly file?: string; readonly day: string },
): AddedAcceptance {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const { id, product, package: purl, path, until, reason } = entry;
  const members = Object.entries({ id, product, package: purl, path, until, reason });
  const block = ['[[accept]]', ...members.flatMap(([name, value]) => (value === undefined ? [] : [line(name, value)]))];
  const before = text.trim() === '' ? text : `${text.replace(/\s+$/, '')}${newline}${newline}`;
  const added = `${before}${block.join(newline)}${newline}`;
  const reading = readProjectFile(added, options);
  return reading.ok ? { ok: true, text: added } : reading;
}

function line(name: string, value: string): string {
  return `${name} = ${name === 'until' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : basicString(value)}`;
}

/** A basic string of TOML 1.0: as JSON, but that it may hold no DEL and no lone surrogate. */
function basicString(text: string): string {
  return JSON.stringify(wellFormed(text)).replaceAll('\u007f', '\\u007f');
}
