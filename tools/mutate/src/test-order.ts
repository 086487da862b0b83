import { basename, dirname, relative, sep } from 'node:path';

/** Test files, those next to a changed file first: they notice most mutants. Among equally near ones the order stays. */
export function nearestFirst(file: string, tests: readonly string[]): readonly string[] {
  return tests
    .map((test) => ({ test, steps: stepsBetween(file, test) }))
    .sort((a, b) => a.steps - b.steps)
    .map(({ test }) => test);
}

/** Folders up and down between two files; less than one where a test file bears the name of the file. */
function stepsBetween(file: string, test: string): number {
  const steps = relative(dirname(file), dirname(test)).split(sep).filter(Boolean).length;
  const isNamesake = basename(test) === basename(file).replace(/\.ts$/, '.spec.ts');
  return isNamesake ? steps / 100 : steps + 1;
}

/** One, two, four and so on: few are run in vain where the first ones notice, and many together where none does. */
export function* growingParts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0, length = 1; at < items.length; at += length, length *= 2) yield items.slice(at, at + length);
}
