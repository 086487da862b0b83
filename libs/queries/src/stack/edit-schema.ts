import { EDIT_COUNTS } from '@stackcheck/stack-core/watch';
import { array, integer, object, ref, text, type JsonSchema } from '../query/json-schema';

const COUNTED: Readonly<Record<(typeof EDIT_COUNTS)[number], string>> = {
  malware: 'Malicious packages.',
  exploited: 'Vulnerabilities known to be exploited, each CVE once.',
  vulnerabilities: 'Other vulnerabilities of packages.',
  eol: 'Cycles that have ended.',
  ending_soon: 'Cycles that end within the days of the policy.',
  in_doubt: 'What is not known.',
};

const counts = (description: string): JsonSchema =>
  object(Object.fromEntries(EDIT_COUNTS.map((kind) => [kind, integer(COUNTED[kind], 0)])), { description });

const SUBJECT = text('The entry as sent, items as `python 3.8`.');

/** Component schemas of what an edit of a watched stack means. */
export const STACK_EDIT_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  StackEdits: object({
    added: array(
      object({
        ref: text('Where it is in the stack now.'),
        subject: SUBJECT,
        reasons: array(ref('StackReason'), 'All that stands against it, worst first.'),
      }),
    ),
    removed: array(
      object({
        ref: text('Where it is in `remove`, as are the places in its reasons.'),
        subject: SUBJECT,
        resolved: {
          type: ['array', 'null'],
          items: ref('StackReason'),
          description:
            'What stands against it, and against nothing in the stack any more; null where that is not known.',
        },
      }),
    ),
    adds: counts('What stands against added entries, and against no other.'),
    removes: counts('What stands against removed entries, and against none that is there.'),
    text: text('`this change adds 2 exploited vulnerabilities and removes 1 end of life`.'),
  }),
};
