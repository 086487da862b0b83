import { SEVERITIES } from '@stackcheck/osv-core';
import { EOL_WITHIN_DAYS_MAX, FAILURES, UNLISTED, type Policy } from '@stackcheck/stack-core/policy';
import { counted } from '../text/words';
import type { MemberReader } from './member-reader';

/** Every member of `[policy]`: those of stack-core's policy. */
const MEMBERS = [
  'eol_within_days',
  'min_severity',
  'fail_on',
  'report_latest',
  'unlisted',
  'epss_min',
  'as_of',
] as const satisfies readonly (keyof Policy)[];

/** The parts of a policy that a `[policy]` table names. */
export function readProjectPolicy(reader: MemberReader): Partial<Policy> {
  reader.refuseOthers(MEMBERS);
  const days = `a whole number from 0 to ${counted(EOL_WITHIN_DAYS_MAX)}`;
  const parts: Partial<{ -readonly [Name in keyof Policy]: Policy[Name] | undefined }> = {
    eol_within_days: reader.read('eol_within_days', days, isNumberOfDays),
    min_severity: reader.word('min_severity', SEVERITIES),
    fail_on: reader.words('fail_on', FAILURES),
    report_latest: reader.read('report_latest', 'true or false', (value) => typeof value === 'boolean'),
    unlisted: reader.word('unlisted', UNLISTED),
    epss_min: reader.read('epss_min', 'a number from 0 to 1', isScore),
    as_of: reader.day('as_of'),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Partial<Policy>;
}

function isNumberOfDays(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= EOL_WITHIN_DAYS_MAX;
}

function isScore(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
