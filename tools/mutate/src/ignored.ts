import type { Mutant } from './mutant';

/** A node of the syntax tree, as far as it is looked at here. */
interface Node {
  readonly type: string;
  readonly name?: string;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
}

interface NodePath {
  readonly node: Node;
  readonly parentPath: NodePath | null;
  readonly listKey?: string;
}

/** Calls whose arguments are read by people in a log. */
const LOGGERS = /^(log|logger)$/;
/** Faults of the program, not answers: nobody but an engineer reads their texts. `ServiceError` is an answer. */
const INTERNAL_ERRORS = new Set(['Error', 'TypeError', 'RangeError', 'AggregateError']);

const TEXTS = new Set(['StringLiteral', 'TemplateLiteral']);

/** Pieces of code in which nothing is planted, each with the reason; asked by Stryker's instrumenter. */
export const pieceIgnorer = {
  shouldIgnore(path: object): string | undefined {
    const at = path as NodePath;
    if (isArgumentOf(at, ({ callee }) => LOGGERS.test(lastName(callee?.object))))
      return 'a line of the log: its words may change at any time';
    if (
      TEXTS.has(at.node.type) &&
      isArgumentOf(at, ({ type, callee }) => type === 'NewExpression' && INTERNAL_ERRORS.has(callee?.name ?? ''))
    )
      return 'the text of an internal fault: engineers read it, nothing depends on it';
    if (at.node.type === 'Decorator') return 'declares what is checked elsewhere: goldens of the schemas show it';
    return undefined;
  },
};

function isArgumentOf({ parentPath, listKey }: NodePath, matches: (call: Node) => boolean): boolean {
  return listKey === 'arguments' && parentPath !== null && matches(parentPath.node);
}

/** `logger` for `logger` and for `this.deps.logger`. */
function lastName(node: Node | undefined): string {
  return node?.property?.name ?? node?.name ?? '';
}

/** A change that no caller can notice, and why. */
interface Equivalent {
  /** How the path ends. */
  readonly file: string;
  /** The piece as it stands. */
  readonly original: string;
  /** What stands there instead; any change of the piece when left out. */
  readonly replacement?: string;
  readonly reason: string;
}

/** Named by text, not by line. One that names nothing any more is found by a test. */
export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: 'kev-index.ts',
    original: 'entry !== undefined',
    replacement: 'true',
    reason: 'sorting puts undefined last, without asking the comparison, and only the first is taken',
  },
  {
    file: 'caveats.ts',
    original: 'at > 0',
    replacement: 'at >= 0',
    reason: 'nothing stands before the first time, and no number is greater than nothing',
  },
  {
    file: 'priority.ts',
    original: 'placed.has(result.resolved)',
    replacement: 'false',
    reason: 'an id sent twice has the same place; to pass over it only saves work',
  },
  {
    file: 'cve-id.ts',
    original: 'year === undefined',
    replacement: 'false',
    reason: 'year and number are parts of one pattern: both are there, or neither is',
  },
  {
    file: 'cve-key.ts',
    original: 'year === undefined || number === undefined',
    reason: 'what is no number is in no range, so that it has no key either; only the compiler needs the condition',
  },
  {
    file: 'settle-response.ts',
    original: "'object'",
    replacement: '""',
    reason: 'a shape that is neither text nor number is read as that of an object',
  },
  {
    file: 'image-upgrade-advice.ts',
    original: 'part?.product',
    replacement: 'part.product',
    reason: 'the reason is that of one of the parts, so that one is found; only the compiler needs the question mark',
  },
  {
    file: 'find-system.ts',
    original: 'distro.length > DISTRO_CHARS_MAX',
    replacement: 'false',
    reason: 'bounds the work on a hostile name; no known name is that long',
  },
  {
    file: 'prove-answer.ts',
    original: 'data !== undefined',
    replacement: 'true',
    reason:
      'a manifest is a member of data, so that data is there where the manifest is; only the compiler needs the condition',
  },
  {
    file: 'follower.ts',
    original: 'hashes.filter((other) => other !== minedAs)',
    replacement: 'hashes',
    reason: 'asks a second time for a receipt that is gone; only saves a question',
  },
  {
    file: 'tag-roles.ts',
    original: "parts.filter(({ role }) => role === 'image')",
    replacement: 'parts',
    reason: 'the others are asked before, for the same version and more',
  },
  {
    file: 'packages/product-packages.ts',
    original: 'first !== undefined',
    replacement: 'true',
    reason: 'undefined is not greater than or equal to any number; only the compiler needs the condition',
  },
  {
    file: 'src/no-match.ts',
    original: 'needs === undefined',
    replacement: 'false',
    reason:
      'a kind whose room is not known has no models that are too small for it; only the compiler needs the condition',
  },
  {
    file: 'signature/eip3009.ts',
    original: 'separator === undefined',
    replacement: 'true',
    reason: 'the separator of a domain is the same each time; only saves to hash it again',
  },
  ...['2 * 1024', '2 * 1024 * 1024', '2 * 1024 * 1024 * 1024', '2 * 1024 * 1024 * 1024 - 65_536', 'isMapped'].map(
    (original) => ({
      file: 'advisories/advisory-reader.ts',
      original,
      reason: 'how much of a file is read where the system keeps it; only saves to copy it',
    }),
  ),
  {
    file: 'refusals/sliding-window.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a text has no time, so that it is in no window',
  },
  {
    file: 'settle/keep-refused.ts',
    original: 'earlier.refusal?.reason',
    replacement: 'earlier.refusal.reason',
    reason: 'what was refused has a reason; only the compiler needs the question mark',
  },
  {
    file: 'sale/checkout.ts',
    original: '!settling',
    replacement: 'true',
    reason: 'what is settled gives its lock and its place back itself; to give them back twice does nothing',
  },
  {
    file: 'sale/deliver.ts',
    original: 'form === undefined',
    replacement: 'false',
    reason: 'a form that is undefined is none',
  },
  {
    file: 'src/letter-set.ts',
    original: `{
  let set = 0;
  for (let at = 0; at < text.length; at++) set |= 1 << (text.charCodeAt(at) & 31);
  return set;
}`,
    replacement: '{}',
    reason: 'names are compared that cannot be alike; only saves to compare them',
  },
  ...['missingLetters(letters, known.letters) > fewest', 'missingLetters(known.letters, letters) > fewest'].map(
    (original) => ({
      file: 'src/nearest-name.ts',
      original,
      replacement: 'false',
      reason: 'names are compared that cannot be alike; only saves to compare them',
    }),
  ),
  {
    file: 'src/nearest-name.ts',
    original: 'start < a.length && a[start] === b[start]',
    replacement: 'false',
    reason: 'what two words begin with alike is compared, too; only saves to compare it',
  },
  {
    file: 'osv/lookup.ts',
    original: 'similarLately.size === SIMILAR_KEPT_MAX',
    replacement: 'true',
    reason: 'forgets what would be found again; only saves to look for it',
  },
  {
    file: 'eol/starter.ts',
    original: 'AS_OF.slice(0, 10)',
    replacement: 'AS_OF',
    reason: 'compared with dates of which none is that day',
  },
  {
    file: 'upgrades/image-moves.ts',
    original: '({ length }) => length === 0',
    replacement: '() => undefined',
    reason: 'of parts without a cycle there is no first combination either',
  },
  {
    file: 'versions/cycle-name.ts',
    original: '/[\\s\\-_.:]+/',
    replacement: '/[\\s\\-_.:]/',
    reason: 'empty parts between two separators are left out',
  },
  {
    file: 'src/cve-id.ts',
    original: 'yearA < yearB',
    replacement: 'yearA <= yearB',
    reason: 'asked of years that differ',
  },
];

/** Whether a mutant is known to change nothing that can be noticed. */
export function isEquivalent(mutant: Mutant): boolean {
  return EQUIVALENTS.some((known) => matchesEquivalent(known, mutant));
}

/** Whether an entry of the list means this mutant. */
export function matchesEquivalent({ file, original, replacement }: Equivalent, mutant: Mutant): boolean {
  return (
    mutant.file.endsWith(`/${file}`) &&
    mutant.original === original &&
    (replacement === undefined || mutant.replacement === replacement)
  );
}
