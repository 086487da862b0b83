/** Marks what a line of an example prints: `console.log(1 + 1); // → 2`. */
const PRINTS = /\/\/ → (.*)$/;

/** What an example says that it prints, a line each. `…` stands for any text. */
export function promisedLines(example: string): readonly string[] {
  return example
    .split('\n')
    .map((line) => PRINTS.exec(line)?.[1]?.trim())
    .filter((text) => text !== undefined);
}

/** The lines that were printed, blank ones left out. */
export function printedLines(stdout: string): readonly string[] {
  return stdout
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The first promise that was not kept, in words; undefined when all were. */
export function brokenPromise(promised: readonly string[], printed: readonly string[]): string | undefined {
  for (let at = 0; at < Math.max(promised.length, printed.length); at++) {
    const [said, seen] = [promised[at], printed[at]];
    if (said === undefined) return `prints a line more than it says: ${seen}`;
    if (seen === undefined) return `does not print: ${said}`;
    if (!matches(said, seen)) return `says ${said} and prints ${seen}`;
  }
  return undefined;
}

function matches(said: string, seen: string): boolean {
  const pieces = said.split('…').map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pieces.join('.*')}$`).test(seen);
}
