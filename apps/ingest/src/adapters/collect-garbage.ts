import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back all memory that nobody needs any more. Left alone, the collector comes once tens of megabytes have gathered, and
 * documents of that size would be held next to what was made of them. Takes some milliseconds, in which nothing else runs.
 */
export function collectGarbage(): void {
  collect ??= exposed();
  collect();
}

let collect: (() => void) | undefined;

/** The collector has no other door where Node was started without `--expose-gc`. */
function exposed(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
