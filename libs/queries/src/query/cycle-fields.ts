import { day, flag, integer, nullable, text, type JsonSchema } from './json-schema';

/** What an answer says of a release cycle. */
export const CYCLE_FIELDS = {
  cycle: text('Release cycle label.'),
  codename: nullable(text('Codename of the cycle.')),
  release_date: nullable(day('First release of the cycle.')),
  status: {
    type: 'string',
    enum: ['supported', 'security-only', 'eol'],
    description: "Support status on the answer's UTC day, or on `as_of`.",
  },
  eol: nullable(day('End-of-life date; null when none is known.')),
  days_until_eol: nullable(integer('Days from that day to `eol`; negative when past; null without a date.')),
  support_until: nullable(day('End of active support; null when none is given.')),
  extended_support_until: nullable(day('End of extended, usually paid, support; never changes `status`.')),
  lts: {
    type: ['string', 'boolean'],
    description: 'Date the cycle became LTS; true when it is LTS without a known date; false when it is not LTS.',
  },
  is_lts: flag('Whether the cycle is an LTS cycle.'),
  latest: nullable(text('Latest version in the cycle.')),
  latest_date: nullable(day('Release date of `latest`.')),
  link: nullable({ type: 'string', format: 'uri', description: 'Release notes or download of `latest`.' }),
} satisfies Record<string, JsonSchema>;
