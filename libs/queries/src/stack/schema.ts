import { SEVERITIES } from '@stackcheck/osv-core';
import { LEVELS, REASON_CODES } from '@stackcheck/stack-core';
import { FAILURES, UNLISTED } from '@stackcheck/stack-core/policy';
import { PLAN_STEPS_MAX, STEP_KINDS, STEP_SIZES } from '@stackcheck/stack-core/report';
import { CHANGE_TYPES, MARKDOWN_CHARS_MAX } from '@stackcheck/stack-core/watch';
import { STACK_CYCLE_SCHEMAS } from './cycle-schema';
import { STACK_EDIT_SCHEMAS } from './edit-schema';
import { STACK_META_SCHEMAS } from './meta-schema';
import { AS_OF } from '../eol/schema';
import { array, day, flag, integer, nullable, object, orNull, ref, text, type JsonSchema } from '../query/json-schema';

const INSTANT: JsonSchema = { type: 'string', format: 'date-time' };
const REF = text('Where it is: `items/0`, `images/1`, `cves/2` or `packages/3`.');
const VERDICTS = ['pass', 'warn', 'unknown', 'fail'];

const verdict = (description: string): JsonSchema => ({ type: 'string', enum: VERDICTS, description });

const cycleCounts = (what: string, description: string): JsonSchema =>
  object(
    {
      count: integer(`${what} sent.`, 0),
      matched: integer('Those of which any part is known.', 0),
      eol: integer('Those of which any part has ended.', 0),
      security_only: integer('Of the others, those with a part that gets only security fixes.', 0),
      ending_soon: integer('Of the others, those with a part that ends within the days of the policy.', 0),
      unknown_count: integer('Those of which nothing is known.', 0),
    },
    { description },
  );

const COUNTS = {
  items: cycleCounts('Items and images', 'Items and images together.'),
  items_only: cycleCounts('Items', 'Items without images.'),
  images_only: cycleCounts('Images', 'Images without items.'),
  cves: object({
    count: integer('CVEs sent.', 0),
    listed: integer('Those known to be exploited.', 0),
    unknown_count: integer('Those of which nothing is known, since only a selection of the catalogue is loaded.', 0),
    overdue: integer('Of these, those whose due date has passed.', 0),
    ransomware: integer('Of these, those known from ransomware campaigns.', 0),
  }),
  packages: object({
    count: integer('Packages sent.', 0),
    vulnerable: integer('Packages that something stands against, malware included.', 0),
    malware: integer('Malicious packages.', 0),
    clean: integer('Listed packages that nothing stands against in their version.', 0),
    unlisted: integer('Packages that no advisory names: not known to be clean, nor to exist.', 0),
    unresolved: integer('Packages that were not checked.', 0),
    eol: integer('Ended release cycles that packages are of, each once, without those that items are of.', 0),
    vulnerable_items: integer(
      'Items whose packages something stands against, without those that were sent as packages, too.',
      0,
    ),
    critical: integer('Vulnerabilities of all packages and items, by severity; each package version counts once.', 0),
    high: integer('Vulnerabilities.', 0),
    medium: integer('Vulnerabilities.', 0),
    low: integer('Vulnerabilities.', 0),
    unscored: integer('Vulnerabilities that nobody rated.', 0),
    in_kev: nullable(
      integer('Vulnerabilities known to be exploited; null when that whole dataset was not at hand.', 0),
    ),
  }),
};

const SECTIONS = {
  items: orNull('StackItems', 'Null when none were sent.'),
  images: orNull('StackImages', 'Null when none were sent.'),
  cves: orNull('KevCheck', 'Null when none were sent.'),
  packages: orNull('StackPackages', 'Null when none were sent.'),
};

const OF_TODAY = object(
  {
    date: day('Today, in UTC.'),
    datasets: array({ type: 'string', enum: ['kev', 'osv', 'epss'] }),
    notice: text('The same as a sentence.'),
  },
  {
    description:
      'What of an answer about a later day is of today all the same: `cves`, `packages` but for `lifecycle`, and the reasons that come of them.',
  },
);

const CHANGE = object(
  {
    key: {
      type: 'string',
      pattern: '^[0-9a-f]{16}$',
      description: 'The same for the same change, whenever and however often it is reported; another for any other.',
    },
    ref: REF,
    subject: text('The entry as sent, items as `python 3.8`.'),
    id: nullable(text('The vulnerability, or the part of an image; null where the subject says it all.')),
    type: { type: 'string', enum: CHANGE_TYPES },
    from: { type: ['string', 'integer', 'boolean', 'null'], description: 'What it was.' },
    to: { type: ['string', 'integer', 'boolean', 'null'], description: 'What it is.' },
    eol: nullable(day('End of life.')),
    days_until_eol: integer('Days until then.'),
    latest: nullable(text('Latest version in the cycle.')),
    kev: orNull('KevMark', 'That it is known to be exploited.'),
    due_date: day('Day by which the catalogue demanded remedy.'),
    severity: {
      type: ['string', 'null'],
      enum: [...SEVERITIES, null],
      description: 'Level; null when nobody rated it.',
    },
    fixed: nullable(text('Lowest fixed version.')),
    minimum_safe: nullable(text('Lowest version that nothing is known against.')),
    why: {
      type: 'string',
      enum: ['withdrawn', 'range_changed', 'merged', 'record_removed'],
      description: 'Why a vulnerability is gone.',
    },
    reason: text('Why a package cannot be checked.'),
    epss: orNull('EpssMark', 'The score that went over the threshold; null when there is none any more.'),
  },
  {
    description: 'Something that is not as it was. Which members there are follows from `type`.',
    optional: [
      'from',
      'to',
      'eol',
      'days_until_eol',
      'latest',
      'kev',
      'due_date',
      'severity',
      'fixed',
      'minimum_safe',
      'why',
      'reason',
      'epss',
    ],
  },
);

const REASON_KEY = text(
  'What is said of which component, in whatever version that is: `kev:pkg:npm/lodash:CVE-2021-23337`, `eol:python`. The same before and after a step, and from one check to the next.',
);

const REASON = {
  level: {
    type: 'string',
    enum: LEVELS,
    description: 'How bad; `unknown` is doubt about something that could fail, `info` leaves the verdict as it is.',
  },
  code: { type: 'string', enum: REASON_CODES, description: 'What it is, worst first.' },
  key: REASON_KEY,
  ref: { ...REF, description: 'The first place where it is: `items/0`, `images/1`, `cves/2` or `packages/3`.' },
  refs: array(REF, 'Every place where it is, in order.'),
  id: text('What it is about: a CVE, an advisory, `product@cycle`, or the entry as sent.'),
  text: text('One sentence that begins with the component (`log4j-core 2.14.1: …`) and says what to do.'),
};

const PLAN_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  StackPlan: object(
    {
      steps: { ...array(ref('StackPlanStep'), 'The most urgent first.'), maxItems: PLAN_STEPS_MAX },
      verdict_after: verdict('That of the stack with all these steps applied, by the same data on the same day.'),
      left: array(ref('StackReasonLeft'), 'The reasons of that stack, worst first.'),
      further_steps: integer('How many more steps there are than are shown; what they clear is in `left`.', 0),
      complete: flag(
        'Whether every version that could be moved to was looked at; where not, there may be other steps.',
      ),
    },
    {
      description:
        'What to do first: one move for each component, to the smallest version than which none leaves less, and that makes nothing worse. Versions are moved one by one: whether others of your dependencies go with them is for your package manager to say.',
    },
  ),
  StackPlanStep: object({
    ref: { ...REF, description: 'The first place of the component: `items/0`, `images/1` or `packages/2`.' },
    refs: array(REF, 'Every place where `to` is to be put, in order.'),
    component: text('What is moved, without its version.'),
    from: text(
      'The version of a package, the release or the name of a release cycle of an item, or an image reference as sent.',
    ),
    to: text('What to put in its place: a version or release, a cycle, or a whole image reference.'),
    kind: { type: 'string', enum: STEP_KINDS, description: 'What is moved.' },
    size: {
      type: 'string',
      enum: STEP_SIZES,
      description: 'Which number changes: the first, the second, or a later one.',
    },
    clears: array(text('Key.'), 'Keys of the reasons that it clears, the most urgent first.'),
    remains: array(text('Key.'), 'Keys of the reasons that stand against the component after it.'),
    why: text('A sentence for people.'),
  }),
  StackReasonLeft: object({ ...REASON, advice: text('What would do about it instead.') }),
};

/** Component schemas of the stack family, by the name they are published under. */
export const STACK_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  StackReason: object(REASON),
  ...PLAN_SCHEMAS,
  StackDeadline: object({
    date: day('Today or later; with `as_of`, that day or later.'),
    kind: { type: 'string', enum: ['eol', 'kev_due'], description: 'End of life, or remedy due.' },
    ref: REF,
    days: integer('Days until then.', 0),
  }),
  ...STACK_CYCLE_SCHEMAS,
  StackPackages: object({
    count: integer('Packages sent.', 0),
    vulnerable: integer('Packages that something stands against, malware included.', 0),
    clean: integer('Listed packages that nothing stands against in their version.', 0),
    unlisted: integer('Packages that no advisory names: not known to be clean, nor to exist.', 0),
    malware: integer('Malicious packages.', 0),
    unresolved_count: integer('Packages that were not checked.', 0),
    results: array(ref('PurlResult'), 'One entry per package, in input order.'),
    unresolved: array(ref('PurlResult'), 'The entries that were not checked.'),
  }),
  StackSummary: object(COUNTS),
  StackOfToday: OF_TODAY,
  StackCheck: object(
    {
      verdict: verdict('The level of the worst reason; pass only where there is none, or infos alone.'),
      as_of: AS_OF,
      of_today: ref('StackOfToday'),
      reasons: array(ref('StackReason'), 'Worst first.'),
      plan: ref('StackPlan'),
      summary: ref('StackSummary'),
      next_deadline: orNull('StackDeadline', 'The first that has not passed; null when there is none.'),
      ...SECTIONS,
    },
    { optional: ['as_of', 'of_today'] },
  ),
  StackChange: CHANGE,
  ...STACK_EDIT_SCHEMAS,
  StackLists: object({
    items: array(object({ product: text('As sent.'), version: text('As sent.') })),
    images: array(text('As sent.')),
    cves: array(text('As sent.')),
    packages: array(text('As sent.')),
    policy: object(
      {
        eol_within_days: integer('Days.', 0),
        min_severity: { type: 'string', enum: SEVERITIES },
        fail_on: array({ type: 'string', enum: FAILURES }),
        report_latest: flag('Whether new versions within a cycle are reported.'),
        unlisted: { type: 'string', enum: UNLISTED, description: 'Absent where none was sent.' },
        epss_min: { type: 'number', minimum: 0, maximum: 1, description: 'Absent where none was sent.' },
        as_of: day('Absent where none was sent, and once it has passed.'),
      },
      { optional: ['unlisted', 'epss_min', 'as_of'] },
    ),
  }),
  StackWatch: object(
    {
      changed: flag(
        'Whether anything is not as it was: `changes`, another verdict, or something that `edits` adds or removes.',
      ),
      first: flag('Whether this check is the first, which is the baseline.'),
      since: nullable({ ...INSTANT, description: 'When the baseline was made; null on the first check.' }),
      verdict: verdict('As of a stack check.'),
      as_of: AS_OF,
      of_today: ref('StackOfToday'),
      notice: text('Only once the day of the watch has passed: that it is of today from now on.'),
      previous_verdict: {
        type: ['string', 'null'],
        enum: [...VERDICTS, null],
        description: 'That of the baseline; null on the first check.',
      },
      reasons: array(ref('StackReason'), 'Worst first.'),
      plan: ref('StackPlan'),
      next_deadline: orNull('StackDeadline', 'The first that has not passed; null when there is none.'),
      summary: object({
        ...COUNTS,
        new: integer('Changes that speak against the stack.', 0),
        resolved: integer('Changes of what no longer does.', 0),
        changed: integer('Other changes.', 0),
      }),
      changes: array(ref('StackChange'), 'Worst first; none on the first check.'),
      edits: orNull('StackEdits', 'What `add` and `remove` of this check mean; null where neither held anything.'),
      markdown: {
        type: 'string',
        maxLength: MARKDOWN_CHARS_MAX,
        description: 'A comment for a pull request; texts of others are in code spans.',
      },
      watch: object({
        token: text('To be sent next time, instead of the stack. This answer holds the only copy.'),
        issued_at: INSTANT,
        expires_at: { ...INSTANT, description: 'From then on the token is refused; each answer has a new one.' },
        token_length: integer('Characters of the token.', 0),
        checks: integer('Checks of this watch, this one included.', 1),
        next_check_after: { ...INSTANT, description: 'When a dataset should be refreshed next.' },
        stack: ref('StackLists'),
      }),
      check: orNull('StackSections', 'The whole check: on the first check, with `full`, and with `add`; else null.'),
    },
    { optional: ['as_of', 'of_today', 'notice'] },
  ),
  StackSections: object(SECTIONS),
  ...STACK_META_SCHEMAS,
};
