import { spawnSync } from 'node:child_process';
import { inRoot, ROOT } from './workspace';

/** A text to lint as if it stood in `file` (relative to the repository root; the file need not exist). */
export interface Planted {
  readonly file: string;
  readonly code: string;
  /** Options of rules in place of those of the repository's configuration. */
  readonly rules?: Readonly<Record<string, unknown>>;
}

/** One complaint of ESLint. */
export interface Complaint {
  readonly rule: string | null;
  readonly message: string;
  readonly line: number;
}

/** The complaints about each planted text, in order, under the repository's own ESLint configuration. */
export function lintPlanted(planted: readonly Planted[]): readonly (readonly Complaint[])[] {
  const run = spawnSync(process.execPath, [inRoot('tools', 'tidy', 'lint-planted.mjs')], {
    cwd: ROOT,
    input: JSON.stringify(planted),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.status !== 0) throw new Error(`ESLint did not run: ${run.stderr || run.error?.message}`);
  return JSON.parse(run.stdout) as Complaint[][];
}
