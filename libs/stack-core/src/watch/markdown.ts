import type { StackCheck } from '../check/judge';
import type { Reason } from '../check/reason';
import type { Policy } from '../policy';
import type { Change } from './change';
import { describeChange } from './describe-change';
import type { EditReport } from './edit-report';
import { code } from './markdown-code';
import { fitLines, type Section } from './markdown-lines';
import { planSection } from './markdown-plan';

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
  /** What was added and removed by this check; absent where nothing was. */
  readonly edits?: EditReport | null;
}

/**
 * A check in GitHub-flavoured Markdown of at most 2,000 characters: the verdict, the first steps of the plan, then what was added and removed, and what
 * changed, or on the first check the reasons, worst first; what has no room is counted. Where the verdict is another one
 * and nothing else says why, the reasons stand there, too. Texts of others stand in code spans only, where nothing is
 * markup, a mention or a link.
 */
export function toMarkdown(news: WatchNews): string {
  const { check, policy = {}, notice, edits } = news;
  const said = notice ?? check.of_today?.notice;
  const asOf = policy.as_of === undefined ? '' : ` as of ${policy.as_of}`;
  const head = `**Stack check: ${check.verdict}**${asOf}${wasText(news)}, ${summaryOf(news)}`;
  const plan = planSection(check.plan);
  const rest = edits ? editSections(edits, news) : [listed(news, plan.length > 0)];
  return fitLines(said === undefined ? head : `${head}\n\n${said}`, [...plan, ...rest], MARKDOWN_CHARS_MAX);
}

function wasText({ check, previousVerdict }: WatchNews): string {
  return previousVerdict === null || previousVerdict === check.verdict ? '' : ` (was ${previousVerdict})`;
}

function summaryOf(news: WatchNews): string {
  const { check, since, changes, edits } = news;
  if (since === null) return counted(check.reasons.length, 'reason');
  const day = since.slice(0, 10);
  if (edits) return edits.text;
  if (changes.length > 0 || wasText(news) === '') return `${counted(changes.length, 'change')} since ${day}`;
  return `another verdict than on ${day}, with ${counted(check.reasons.length, 'reason')}`;
}

/** What changed, or the reasons. @param isTitled where something else stands before them */
function listed(news: WatchNews, isTitled: boolean): Section {
  const { check, policy = {}, since, changes } = news;
  const isUnexplained = changes.length === 0 && wasText(news) !== '';
  const [title, lines] =
    since === null || isUnexplained
      ? ['Reasons:', check.reasons.map((reason) => `- ${describeReason(reason)}`)]
      : [`Changes since ${since.slice(0, 10)}:`, changes.map((change) => `- ${describeChange(change, policy)}`)];
  return isTitled ? { title, lines } : { lines };
}

function editSections({ added, removed }: EditReport, news: WatchNews): readonly Section[] {
  const { policy = {}, since, changes } = news;
  return [
    {
      title: 'Added:',
      lines: added.flatMap(({ subject, reasons }) => entryLines(subject, reasons, 'nothing against it')),
    },
    {
      title: 'Removed:',
      lines: removed.flatMap(({ subject, resolved }) =>
        resolved === null
          ? [`- ${code(subject)}: what stood against it is not known now`]
          : entryLines(subject, resolved, 'nothing is resolved by it', 'resolved, '),
      ),
    },
    {
      title: since === null ? 'Changes:' : `Changes since ${since.slice(0, 10)}:`,
      lines: changes.map((change) => `- ${describeChange(change, policy)}`),
    },
  ];
}

/** A line for each reason; one that says so where there is none. */
function entryLines(subject: string, reasons: readonly Reason[], none: string, before = ''): readonly string[] {
  if (reasons.length === 0) return [`- ${code(subject)}: ${none}`];
  return reasons.map(
    ({ level, code: what, text }) =>
      `- ${code(subject)}: ${before === '' ? `${level}, ` : before}${what} ${code(text, TEXT_CHARS_MAX)}`,
  );
}

function describeReason({ level, code: what, ref, id, text }: Reason): string {
  return `${level}: ${what} ${code(id)} (${ref}) ${code(text, TEXT_CHARS_MAX)}`;
}

const TEXT_CHARS_MAX = 160;

const counted = (count: number, noun: string) => (count === 1 ? `1 ${noun}` : `${count === 0 ? 'no' : count} ${noun}s`);
