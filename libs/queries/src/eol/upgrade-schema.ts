import { array, day, flag, integer, nullable, object, orNull, ref, text, type JsonSchema } from '../query/json-schema';

const CYCLE_FIELDS = {
  cycle: text('Release cycle to move to.'),
  status: { type: 'string', enum: ['supported', 'security-only'] },
  eol: nullable(day('Its end of life.')),
  days_until_eol: nullable(integer('Days until then.')),
  extended_support_until: nullable(day('End of its extended, usually paid, support.')),
  latest: nullable(text('Latest version in it.')),
  lts: {
    type: ['string', 'boolean'],
    description: 'Date it became LTS; true without a known date; false when it is not LTS.',
  },
} satisfies Record<string, JsonSchema>;

const TARGET = object(CYCLE_FIELDS);

const IMAGE_TARGET_PART = object({
  role: { type: 'string', enum: ['image', 'runtime', 'base_os'], description: 'What this part of the image is.' },
  product: text('Canonical product id.'),
  ...CYCLE_FIELDS,
  cycle: text('Release cycle that the part is in there, whether it moves or stays.'),
});

const IMAGE_TARGET = object({
  image: text('Whole reference to put in its place: same registry, repository and flavour, its name as sent.'),
  looked_up: flag('Always false: no registry was asked whether the tag exists.'),
  status: {
    type: 'string',
    enum: ['supported', 'security-only', 'unknown'],
    description: 'Worst status of its parts; `unknown` where the tag names no version of its own product.',
  },
  days_until_eol: nullable(integer('Soonest end of life of its parts.')),
  components: array(ref('EolImageTargetPart'), 'The parts with a cycle, in the order of the tag.'),
});

/** Component schemas of what to move to, which answers of several families hold. */
export const UPGRADE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  EolUpgradeTarget: TARGET,
  EolUpgrade: object(
    {
      nearest: orNull(
        'EolUpgradeTarget',
        'The smallest step to a cycle with 180 days of support left, or with more than a policy demands; where none has as many, the smallest step.',
      ),
      recommended: orNull(
        'EolUpgradeTarget',
        'The long-term cycle that is supported longest, for 180 days at least; null where none is newer, or the product has none.',
      ),
      newest: orNull('EolUpgradeTarget', 'The greatest step.'),
      reason: {
        type: 'string',
        enum: ['no_newer_cycle', 'none_lasts_longer'],
        description:
          'Only where there is nothing to move to: nothing newer is out, or nothing newer is supported longer.',
      },
      complete: flag(
        'Whether all cycles of the product are loaded; with the starter selection, nearer or newer ones may be missing.',
      ),
    },
    {
      optional: ['reason'],
      description:
        'Where to move to; there where the cycle has ended, gets only security fixes or ends within 180 days. All targets are newer by version, out, have not ended, and are supported longer than the cycle.',
    },
  ),
  EolImageTargetPart: IMAGE_TARGET_PART,
  EolImageTarget: IMAGE_TARGET,
  EolImageUpgrade: object(
    {
      nearest: orNull(
        'EolImageTarget',
        'Every part that has ended or ends within 180 days in its nearest cycle; where there is none, those that get only security fixes.',
      ),
      recommended: orNull(
        'EolImageTarget',
        'Every part that should be left: the product and its runtimes in their recommended cycles, base systems in their nearest; null where none of those that move has one.',
      ),
      newest: orNull('EolImageTarget', 'Every part that should be left in its newest cycle.'),
      reason: {
        type: 'string',
        enum: [
          'digest',
          'retired_image',
          'retired_runtime',
          'unknown_image',
          'unknown_version',
          'unknown_part',
          'not_in_tag',
          'no_tag',
          'no_newer_cycle',
          'none_lasts_longer',
        ],
        description:
          'Only where there is nothing to move to: pinned by digest; the repository, or the runtime in the tag, gets no new tags; the image, its version or another part is not listed; the name of the repository states what should be left; no tag is read as the same parts; nothing newer is out; nothing newer is supported longer.',
      },
      why: text('The reason as a sentence, with what else would do.'),
      complete: flag(
        'Whether all cycles of the products are loaded; with the starter selection, nearer or newer ones may be missing.',
      ),
    },
    {
      optional: ['reason', 'why'],
      description:
        'Where to move to: a tag of the same flavour in the same repository; there where any part has ended, gets only security fixes or ends within 180 days. No part of a target has ended, and what need not be left stays.',
    },
  ),
};
