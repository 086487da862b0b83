import { ServiceError, usdToAtomic, utcDay } from '@stackcheck/contract';
import { isCalendarDate } from '@stackcheck/contract/calendar-date';
import { SEVERITIES, type Severity } from '@stackcheck/osv-core';
import { requireDay } from '@stackcheck/queries/as-of';
import type { Policy } from '@stackcheck/stack-core';
import { EOL_WITHIN_DAYS_MAX, FAILURES, UNLISTED, type Failure, type Unlisted } from '@stackcheck/stack-core/policy';
import { InvalidArgumentError } from 'commander';
import { CliError, EXIT } from '../program/exit-code';

/** Flags that say what a verdict is made of; absent ones leave what `stackcheck.toml` or the usual policy says. */
export interface PolicyFlags {
  readonly failOn?: readonly Failure[];
  readonly minSeverity?: Severity;
  readonly eolWithin?: number;
  readonly epssMin?: number;
  readonly unlisted?: Unlisted;
  readonly asOf?: string;
}

/** The parts of a policy that flags set. */
export function policyOfFlags(flags: PolicyFlags): Partial<Policy> {
  return {
    ...(flags.failOn && { fail_on: flags.failOn }),
    ...(flags.minSeverity && { min_severity: flags.minSeverity }),
    ...(flags.eolWithin !== undefined && { eol_within_days: flags.eolWithin }),
    ...(flags.epssMin !== undefined && { epss_min: flags.epssMin }),
    ...(flags.unlisted && { unlisted: flags.unlisted }),
    ...(flags.asOf && { as_of: flags.asOf }),
  };
}

/** `eol,kev`: kinds of failure, each once. @throws InvalidArgumentError */
export function toFailures(text: string): readonly Failure[] {
  const names = text.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !(FAILURES as readonly string[]).includes(name));
  if (wrong !== undefined) throw new InvalidArgumentError(`"${wrong}" is none of ${FAILURES.join(', ')}.`);
  return FAILURES.filter((failure) => names.includes(failure));
}

/** `90d` or `90`: days. @throws InvalidArgumentError */
export function toDays(text: string): number {
  const days = /^\d+d?$/.test(text) ? Number.parseInt(text, 10) : NaN;
  if (!(days <= EOL_WITHIN_DAYS_MAX))
    throw new InvalidArgumentError(`Give days, such as 90d, at most ${EOL_WITHIN_DAYS_MAX}.`);
  return days;
}

const HOURS: Readonly<Record<string, number>> = { h: 1, d: 24 };

/** `48h` or `7d`: hours. @throws InvalidArgumentError */
export function toHours(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  const hours = Number(count) * (HOURS[unit] ?? 0);
  if (hours === 0) throw new InvalidArgumentError('Give hours or days, such as 48h or 7d.');
  return hours;
}

/** `0.50`: US dollars as atomic USDC. @throws InvalidArgumentError */
export function toUsd(text: string): bigint {
  try {
    return usdToAtomic(text);
  } catch {
    throw new InvalidArgumentError('Give US dollars with at most six decimals, such as 0.50.');
  }
}

/** A day in UTC. @throws InvalidArgumentError */
export function toDay(text: string): string {
  if (!isCalendarDate(text)) throw new InvalidArgumentError('Give a day, such as 2027-04-30.');
  return text;
}

/**
 * The day that is asked about: from today in UTC on and at most ten years ahead, as the service takes it; today where none is named.
 * @param inFile the file whose policy names it; absent where `--as-of` does
 * @throws CliError `usage`
 */
export function askedDay(
  day: string | undefined,
  nowMs: number,
  { inFile }: { readonly inFile?: string } = {},
): string {
  const today = utcDay(nowMs);
  try {
    return day === undefined
      ? today
      : requireDay(day, today, inFile === undefined ? '--as-of' : `policy.as_of of ${inFile}`);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // A day that is kept passes, and then each later run meets it.
    const remedy = inFile === undefined ? '' : `; remove the line as_of from ${inFile}, or give it such a day`;
    throw new CliError(EXIT.usage, `${error.message}${remedy}`, { cause: error });
  }
}

/** A probability from 0 to 1. @throws InvalidArgumentError */
export function toProbability(text: string): number {
  const number = /^(?:0|1|0?\.\d+|1\.0+)$/.test(text) ? Number(text) : NaN;
  if (!(number >= 0 && number <= 1)) throw new InvalidArgumentError('Give a probability from 0 to 1, such as 0.1.');
  return number;
}

/** Values of flags that are one of a few words. */
export const CHOICES = {
  severity: SEVERITIES,
  unlisted: UNLISTED,
  source: ['snapshot', 'api', 'demo'],
  mcpSource: ['snapshot', 'demo'],
} as const;

/** Adds a value of a flag that may be given several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
