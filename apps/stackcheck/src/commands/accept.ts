import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { utcDay } from '@stackcheck/contract';
import { addAcceptance, writeBaseline } from '@stackcheck/report/accept';
import { bytesOf } from '../folder/file-bytes';
import { CliError, EXIT, type ExitCode } from '../program/exit-code';
import { BASELINE_FILE, CONFIG_FILE } from '../project/project';
import { notRead, notWritten } from '../terminal/system-faults';
import type { Streams } from '../terminal/streams';
import { findOutcome, type CheckDeps, type CheckFlags } from './check';

/** Flags of `accept`. */
export interface AcceptFlags {
  readonly until: string;
  readonly reason: string;
  readonly package?: string;
  readonly path?: string;
  readonly config?: string;
}

/** `nodejs`, `nodejs@18`; ids of vulnerabilities begin with the name of their database in capitals. */
const PRODUCT = /^[a-z0-9][a-z0-9._-]*(?:@.+)?$/;

/** Adds an entry to stackcheck.toml, whose comments stay. */
export function accept(finding: string, flags: AcceptFlags, { cwd, now, note }: Streams): ExitCode {
  const name = flags.config ?? CONFIG_FILE;
  const file = resolve(cwd, name);
  const before = existsSync(file) ? textOf(file, name) : '';
  const { until, reason, package: purl, path } = flags;
  const today = utcDay(now());
  if (until < today)
    throw new CliError(
      EXIT.usage,
      `--until ${until} has passed, so nothing would be accepted; give a day from ${today} on`,
    );
  const about = PRODUCT.test(finding) ? { product: finding } : { id: finding };
  const limits = { ...(purl !== undefined && { package: purl }), ...(path !== undefined && { path }) };
  const added = addAcceptance(before, { ...about, ...limits, until, reason }, { file: name, day: today });
  if (!added.ok) throw new CliError(EXIT.usage, added.faults.join('\n'));
  writeText(file, name, added.text);
  note(`${name}: ${finding} is accepted until ${until}`);
  return EXIT.ok;
}

/** Writes down what is found now, so that later only what is new counts. */
export async function writeKnown(
  paths: readonly string[],
  flags: CheckFlags & { readonly baseline?: string },
  deps: CheckDeps,
): Promise<ExitCode> {
  const { streams } = deps;
  const outcome = await findOutcome(paths, flags, deps);
  const name = flags.baseline ?? BASELINE_FILE;
  writeText(resolve(streams.cwd, name), name, writeBaseline(outcome));
  const { fail, unknown, warn, known } = outcome.summary;
  const count = fail + unknown + warn + known;
  streams.note(`${name}: ${count} ${count === 1 ? 'finding is' : 'findings are'} known from now on`);
  return EXIT.ok;
}

function textOf(file: string, name: string): string {
  try {
    return Buffer.from(bytesOf(file)).toString('utf8');
  } catch (cause) {
    throw new CliError(EXIT.unreadable, `${name} ${notRead(cause)}`, { cause });
  }
}

function writeText(file: string, name: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw new CliError(EXIT.usage, `${name} ${notWritten(cause)}; name another`, { cause });
  }
}
