import type { StackCheck } from '../check/judge';
import type { Reason } from '../check/reason';
import type { Policy } from '../policy';
import type { Change } from './change';
import { describeChange } from './describe-change';
import { code } from './markdown-code';

/** The greatest length of a summary, in UTF-16 code units: a comment on a pull request has room for more than this. */
export const MARKDOWN_CHARS_MAX = 2_000;

/** What a summary reports. */
export interface WatchNews {
  readonly check: StackCheck;
  /** Names a day where the check is of a later one than today. */
  readonly policy?: Pick<Policy, 'as_of'>;
  /** What else is to be said of the whole check. */
  readonly notice?: string | undefined;
  /** Null on the first check. */
  readonly previousVerdict: StackCheck['verdict'] | null;
  /** ISO 8601 instant of the baseline; null on the first check. */
  readonly since: string | null;
  readonly changes: readonly Change[];
}

/**
 * A check in GitHub-flavoured Markdown of at most 2,000 characters: the verdict, then what changed, or on the first check
 * the reasons, worst first; what has no room is counted. Texts of others stand in code spans only, where nothing is markup,
 * a mention or a link.
 */
export function toMarkdown({ check, policy = {}, notice, previousVerdict, since, changes }: WatchNews): string {
  const was = previousVerdict === null || previousVerdict === check.verdict ? '' : ` (was ${previousVerdict})`;
  const first = since === null;
  const lines = first ? check.reasons.map(describeReason) : changes.map((change) => describeChange(change, policy));
  const summary = first
    ? counted(lines.length, 'reason')
    : `${counted(lines.length, 'change')} since ${since.slice(0, 10)}`;
  const asOf = policy.as_of === undefined ? '' : ` as of ${policy.as_of}`;
  const head = `**Stack check: ${check.verdict}**${asOf}${was}, ${summary}`;
  const said = notice ?? check.of_today?.notice;
  return cut([said === undefined ? head : `${head}\n\n${said}`, ...lines.map((line) => `- ${line}`)]);
}

/** As many whole lines as fit, with a count of the others. */
function cut(lines: readonly string[]): string {
  const [head = '', ...rest] = lines;
  const more = (count: number) => (count === 0 ? '' : `\n- and ${count} more`);
  let text = rest.length === 0 ? head : `${head}\n`;
  for (const [index, line] of rest.entries()) {
    const longer = `${text}\n${line}`;
    const left = rest.length - index - 1;
    if (longer.length + more(left).length > MARKDOWN_CHARS_MAX) return text + more(left + 1);
    text = longer;
  }
  return text;
}

function describeReason({ level, code: what, ref, id, text }: Reason): string {
  return `${level}: ${what} ${code(id)} (${ref}) ${code(text, TEXT_CHARS_MAX)}`;
}

const TEXT_CHARS_MAX = 160;

const counted = (count: number, noun: string) => (count === 1 ? `1 ${noun}` : `${count === 0 ? 'no' : count} ${noun}s`);
