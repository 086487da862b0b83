import { join, resolve } from 'node:path';

/** The repository root. */
export const ROOT = resolve(__dirname, '..', '..', '..');

/** A path below the repository root. */
export function inRoot(...parts: readonly string[]): string {
  return join(ROOT, ...parts);
}
