import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEquivalent, pieceIgnorer } from './ignored';
import { numbered, type Mutant } from './mutant';
import { spanOf, textBetween } from './source-text';

/** Every mutant of these files that is not left out by `ignored.ts`. @param files paths from `root` */
export async function findMutants(root: string, files: readonly string[]): Promise<readonly Mutant[]> {
  const { Instrumenter } = await import('@stryker-mutator/instrumenter');
  const instrumenter = new Instrumenter(SILENT as never);
  const found: Mutant[] = [];
  for (const file of files) {
    const content = readFileSync(join(root, file), 'utf8');
    const { mutants } = await instrumenter.instrument([{ name: file, mutate: true, content }], {
      ignorers: [pieceIgnorer],
      excludedMutations: [],
      plugins: PARSER_PLUGINS,
    });
    const ours = mutants.map(({ location, mutatorName, replacement, status }) => ({
      file,
      at: spanOf(location),
      line: location.start.line + 1,
      mutator: mutatorName,
      original: textBetween(content, location.start, location.end),
      replacement,
      left: status === 'Ignored',
    }));
    // Numbered before any is left out, so that leaving one out renames no other.
    const names = numbered(ours.map(({ left: _left, ...mutant }) => mutant));
    found.push(...names.filter((mutant, at) => !ours[at]?.left && !isEquivalent(mutant)));
  }
  return found;
}

/** What Stryker itself takes when nothing is configured. */
const PARSER_PLUGINS = null;

const nothing = (): void => undefined;
const no = (): boolean => false;
const SILENT = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};
