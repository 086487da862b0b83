import type { Equivalent } from './equivalents/equivalent';
import { PAYMENTS } from './equivalents/payments';
import { QUESTIONS } from './equivalents/questions';
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

/** Changes that no caller can notice, named by text and not by line. One that names nothing any more is found by a test. */
export const EQUIVALENTS: readonly Equivalent[] = [...PAYMENTS, ...QUESTIONS];

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
