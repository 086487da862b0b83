import { element, status, table, type Child } from '../dom/element';
import type { StackRequest } from '@stackcheck/inventory/stack';

/** What is read of an answer of POST /v1/stack/check. */
interface StackAnswer {
  readonly verdict: string;
  readonly reasons: readonly {
    readonly level: string;
    readonly text: string;
    readonly refs: readonly string[];
  }[];
  readonly plan?: { readonly steps: readonly Step[]; readonly verdict_after: string } | null;
}

interface Step {
  readonly component: string;
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

const KINDS = { pass: 'supported', warn: 'security-only', fail: 'eol' } as const;
const VERDICTS: Readonly<Record<string, string>> = {
  pass: 'Nothing stands against it',
  warn: 'Nothing fails; something needs care',
  fail: 'Something has to be done',
  unknown: 'Not all of it is known',
};

/**
 * A paid answer as a report: verdict, reasons worst first, what to move to.
 * @returns null for anything that is no such answer
 */
export function shownReport(body: Uint8Array, places: StackRequest['places']): HTMLElement | null {
  const answer = answerIn(body);
  if (answer === undefined) return null;
  const { verdict, reasons, plan } = answer;
  const steps = plan?.steps ?? [];
  return element(
    'div',
    { class: 'report' },
    element('p', { class: 'big' }, status(verdict, kindOf(verdict)), `: ${VERDICTS[verdict] ?? ''}`),
    reasons.length === 0
      ? null
      : table(
          'What stands against it, worst first',
          ['Level', 'Finding', 'Where'],
          reasons.map(({ level, text, refs }) => [status(level, kindOf(level)), text, whereOf(refs, places)]),
        ),
    steps.length === 0 ? null : element('h3', {}, 'What to move to'),
    steps.length === 0
      ? null
      : table(
          `After these steps: ${plan?.verdict_after ?? ''}`,
          ['Component', 'From', 'To', 'Why'],
          steps.map(({ component, from, to, why }) => [component, from, to, why]),
        ),
  );
}

function answerIn(body: Uint8Array): StackAnswer | undefined {
  try {
    const { data } = JSON.parse(new TextDecoder().decode(body)) as { readonly data?: Partial<StackAnswer> };
    return typeof data?.verdict === 'string' && Array.isArray(data.reasons) ? (data as StackAnswer) : undefined;
  } catch {
    return undefined;
  }
}

function kindOf(word: string): Parameters<typeof status>[1] {
  return Object.hasOwn(KINDS, word) ? KINDS[word as keyof typeof KINDS] : 'unknown';
}

function whereOf(refs: readonly string[], places: StackRequest['places']): Child {
  return refs.map((ref) => places[ref] ?? ref).join(', ');
}
