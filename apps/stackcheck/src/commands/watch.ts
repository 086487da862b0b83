import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Outcome } from '@stackcheck/report';
import { bytesOf } from '../folder/file-bytes';
import { CliError, EXIT, type ExitCode } from '../program/exit-code';
import { plainLine } from '../terminal/plain-line';
import { notWritten } from '../terminal/system-faults';
import { findOutcome, type CheckDeps, type CheckFlags } from './check';
import { changesBetween, type Changes, type Remembered } from './watch-changes';

/** Flags of `watch`. */
export interface WatchFlags extends CheckFlags {
  /** The file that remembers the last check. */
  readonly state: string;
}

interface State {
  readonly schema: 1;
  readonly day: string;
  readonly findings: readonly Remembered[];
}

/**
 * Checks, and reports only what changed since the last time. The first time, everything is new. It fails where something fails that
 * did not the last time.
 */
export async function watch(paths: readonly string[], flags: WatchFlags, deps: CheckDeps): Promise<ExitCode> {
  const { streams } = deps;
  const format = formatOf(flags.format);
  const file = resolve(streams.cwd, flags.state);
  const before = readState(file, flags.state);
  const outcome = await findOutcome(paths, flags, deps);
  const now = outcome.findings.map(({ key, level, text }): Remembered => ({ key, level, text }));
  const changes = changesBetween(before?.findings ?? [], now);
  if (format === 'json') streams.write(toJson(outcome, before, changes));
  else streams.write(toText(changes, before));
  const state: State = { schema: 1, day: outcome.day, findings: now };
  writeState(file, flags.state, state);
  for (const notice of outcome.notices) streams.note(plainLine(notice));
  if (changes.hasNewFailure) return EXIT.fail;
  // What cannot be read is not gone, whatever the list says.
  return outcome.inventory.some(({ problems }) => problems.length > 0) ? EXIT.unreadable : EXIT.ok;
}

/** @throws CliError `usage` for what changes are not written in */
function formatOf(formats: readonly string[] = ['table']): 'table' | 'json' {
  const [format] = formats;
  if (formats.length === 1 && (format === 'table' || format === 'json')) return format;
  throw new CliError(EXIT.usage, `--format ${formats.join(' and ')}: changes are written as table or json; name one`);
}

function toText({ added, gone, changed }: Changes, before: State | undefined): string {
  const rows = (sign: string, list: readonly Remembered[]): string =>
    list.map(({ level, text }) => `${sign} ${level.toUpperCase().padEnd(7)} ${text}\n`).join('');
  const nothing = added.length + gone.length + changed.length === 0;
  if (nothing) return before === undefined ? 'Nothing was found.\n' : `Nothing changed since ${before.day}.\n`;
  return `${rows('+', added)}${rows('~', changed)}${rows('-', gone)}`;
}

function toJson({ verdict, day, snapshots }: Outcome, before: State | undefined, changes: Changes): string {
  const { added, gone, changed } = changes;
  const document = { schema: 1, since: before?.day ?? null, day, verdict, added, gone, changed, snapshots };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function writeState(file: string, name: string, state: State): void {
  try {
    writeFileSync(`${file}.partial`, `${JSON.stringify(state, null, 2)}\n`);
    renameSync(`${file}.partial`, file);
  } catch (cause) {
    throw new CliError(EXIT.usage, `${name} ${notWritten(cause)}; name another with --state`, { cause });
  }
}

function readState(file: string, name: string): State | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const value = JSON.parse(Buffer.from(bytesOf(file)).toString('utf8')) as Partial<State> | null;
    if (value?.schema === 1 && Array.isArray(value.findings)) return value as State;
  } catch {
    // Said below.
  }
  throw new CliError(
    EXIT.unreadable,
    `${name} is no state of a watch; remove it to begin again, or name another with --state`,
  );
}
