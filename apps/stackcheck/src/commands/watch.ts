import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Finding, Outcome } from '@stackcheck/report';
import { CliError, EXIT, type ExitCode } from '../program/exit-code';
import { findOutcome, type CheckDeps, type CheckFlags } from './check';

/** Flags of `watch`. */
export interface WatchFlags extends CheckFlags {
  /** The file that remembers the last check. */
  readonly state: string;
}

/** A finding as it is remembered: what is said of which component, in whatever version. */
interface Remembered {
  readonly key: string;
  readonly level: Finding['level'];
  readonly text: string;
}

interface State {
  readonly schema: 1;
  readonly day: string;
  readonly findings: readonly Remembered[];
}

/** Checks, and reports only what changed since the last time. The first time, everything is new. */
export async function watch(paths: readonly string[], flags: WatchFlags, deps: CheckDeps): Promise<ExitCode> {
  const { streams } = deps;
  const file = resolve(streams.cwd, flags.state);
  const before = readState(file, flags.state);
  const outcome = await findOutcome(paths, flags, deps);
  const now = outcome.findings.map(({ key, level, text }): Remembered => ({ key, level, text }));
  const changes = changesBetween(before?.findings ?? [], now);
  if (flags.format?.includes('json')) streams.write(toJson(outcome, before, changes));
  else streams.write(toText(changes, before));
  const state: State = { schema: 1, day: outcome.day, findings: now };
  writeFileSync(`${file}.partial`, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(`${file}.partial`, file);
  return changes.added.some(({ level }) => level === 'fail') ? EXIT.fail : EXIT.ok;
}

/** What is new, what is gone, and whose level is another one. */
interface Changes {
  readonly added: readonly Remembered[];
  readonly gone: readonly Remembered[];
  readonly changed: readonly Remembered[];
}

function changesBetween(before: readonly Remembered[], now: readonly Remembered[]): Changes {
  const known = new Map(before.map((each) => [each.key, each]));
  const there = new Set(now.map(({ key }) => key));
  return {
    added: now.filter(({ key }) => !known.has(key)),
    gone: before.filter(({ key }) => !there.has(key)),
    // Days that pass and versions that move change the sentence.
    changed: now.filter(({ key, level, text }) => {
      const last = known.get(key);
      return last !== undefined && (last.level !== level || last.text !== text);
    }),
  };
}

function toText({ added, gone, changed }: Changes, before: State | undefined): string {
  const rows = (sign: string, list: readonly Remembered[]): string =>
    list.map(({ level, text }) => `${sign} ${level.toUpperCase().padEnd(7)} ${text}\n`).join('');
  const nothing = added.length + gone.length + changed.length === 0;
  if (nothing) return before === undefined ? 'Nothing was found.\n' : `Nothing changed since ${before.day}.\n`;
  return `${rows('+', added)}${rows('~', changed)}${rows('-', gone)}`;
}

function toJson({ verdict, day, snapshots }: Outcome, before: State | undefined, changes: Changes): string {
  return `${JSON.stringify({ schema: 1, since: before?.day ?? null, day, verdict, ...changes, snapshots }, null, 2)}\n`;
}

function readState(file: string, name: string): State | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<State> | null;
    if (value?.schema === 1 && Array.isArray(value.findings)) return value as State;
  } catch {
    // Said below.
  }
  throw new CliError(
    EXIT.unreadable,
    `${name} is no state of a watch; remove it to begin again, or name another with --state`,
  );
}
