import { day, flag, integer, nullable, object, orNull, text, type JsonSchema } from '../query/json-schema';

const TARGET = object({
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
};
