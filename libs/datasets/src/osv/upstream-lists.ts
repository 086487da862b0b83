import { isEcosystem } from '@stackcheck/osv-core/records';
import { UpstreamShapeError } from '../upstream/upstream-shape-error';

/** More lines mean that this is another document. */
const ECOSYSTEMS_MAX = 2_000;

/**
 * The folders of the bucket that are read, from `ecosystems.txt` (one name a line), sorted. Ecosystems that no purl can be of are left out;
 * so are their parts by release (`Debian:12`), whose records the whole has, too.
 * @throws UpstreamShapeError when it is no such list
 */
export function readEcosystems(text: string): readonly string[] {
  const names = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (names.length > ECOSYSTEMS_MAX) throw new UpstreamShapeError(`ecosystems.txt has ${names.length} lines`);
  const odd = names.find((name) => !/^[A-Za-z][\w .:+()/-]{0,99}$/.test(name));
  if (odd !== undefined) {
    throw new UpstreamShapeError(`ecosystems.txt holds ${JSON.stringify(odd.slice(0, 60))}, which is no name`);
  }
  const known = [...new Set(names.filter(isEcosystem))].sort();
  if (known.length === 0) throw new UpstreamShapeError('ecosystems.txt names no known ecosystem');
  return known;
}

/** One line of `modified_id.csv`. */
export interface Change {
  readonly id: string;
  /** RFC 3339. */
  readonly modified: string;
  /** The same instant in epoch ms. */
  readonly atMs: number;
}

const CHANGE = /^(\d{1,4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)),([0-9A-Za-z][\w.:+-]{0,199})$/;

/**
 * Reads a line of `modified_id.csv`: when a record was changed, and its id.
 * @throws UpstreamShapeError when it is anything else: a list that is skipped in places would hide changes
 */
export function readChange(line: string): Change {
  const [, written, id] = CHANGE.exec(line) ?? [];
  // Where nobody set a time it is that of year 1, written without its zeros.
  const modified = written?.padStart(written.length + 4 - written.indexOf('-'), '0');
  const atMs = Date.parse(modified ?? '');
  if (modified === undefined || id === undefined || Number.isNaN(atMs)) {
    throw new UpstreamShapeError(`modified_id.csv holds ${JSON.stringify(line.slice(0, 60))}`);
  }
  return { id, modified, atMs };
}

/** Whether an instant is later than another, both RFC 3339. What was never seen is earlier than everything. */
export function isLater(a: string, b: string | undefined): boolean {
  return b === undefined || Date.parse(a) > Date.parse(b);
}
