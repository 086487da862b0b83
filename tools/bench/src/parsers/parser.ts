/** A public function of a library that reads a text which a stranger may have written. */
export interface Parser {
  /** The library and the function, e.g. `kev-core parseCve`. */
  readonly name: string;
  /** How texts begin that get far into it; the empty beginning is always tried, too. */
  readonly starts: readonly string[];
  /** Reads the text: returns whatever, or throws an error of the library's own with a code or a place. */
  read(text: string): unknown;
}

/** Parsers of one library, each with how texts begin that get far into it. */
export function parsersOf(
  library: string,
  readers: Readonly<Record<string, readonly [read: (text: string) => unknown, ...starts: string[]]>>,
): readonly Parser[] {
  return Object.entries(readers).map(([name, [read, ...starts]]) => ({ name: `${library} ${name}`, starts, read }));
}

/** Errors that say what is wrong in a word and where: nothing else may be thrown over a text. */
const TYPED: readonly string[] = [
  'CanonicalJsonError',
  'KeyError',
  'RangeError',
  'ServiceError',
  'SnapshotError',
  'SpecTextError',
  'UpstreamShapeError',
];

/** What a parser threw over a text that it should not have thrown; undefined where it returned, or threw an error of its library. */
export function surprise({ read }: Parser, text: string): unknown {
  try {
    read(text);
    return undefined;
  } catch (error) {
    return isTyped(error) ? undefined : (error ?? new Error('it threw nothing'));
  }
}

function isTyped(error: unknown): boolean {
  if (!(error instanceof Error) || !TYPED.includes(error.constructor.name)) return false;
  const { code, place, path } = error as { code?: unknown; place?: unknown; path?: unknown };
  return [code, place, path].some((said) => typeof said === 'string');
}
