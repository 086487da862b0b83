import { SUGGESTIONS_MAX } from '@stackcheck/eol-core/suggestions';
import { CYCLE_FIELDS } from '../query/cycle-fields';
import { array, day, flag, integer, nullable, object, ref, text, type JsonSchema } from '../query/json-schema';
import { LIFECYCLE_SCHEMAS } from '../query/lifecycle-members';
import { UPGRADE_SCHEMAS } from './upgrade-schema';

/** The echo of the day that was asked about; other families have it, too. */
export const AS_OF: JsonSchema = day(
  'The day that was asked about, of which the answer is; absent where none was sent.',
);

const PACKAGES: JsonSchema = nullable({
  ...array(text('A package URL without a version, e.g. pkg:pypi/django.')),
  description:
    'Under which packages the product is published: with a version, what to ask `osv/check` about. Empty where it is not known to be; null where the data loaded hold no identifiers.',
});

const SUGGESTIONS: JsonSchema = { ...array({ type: 'string' }), maxItems: SUGGESTIONS_MAX };

/** What an answer says of one part of an image; other families add to it. */
export const IMAGE_PART_FIELDS = {
  role: { type: 'string', enum: ['image', 'runtime', 'base_os'], description: 'What this part of the image is.' },
  product: nullable(text('Product the part maps to.')),
  version: nullable(text('Version read from the tag; null when it names none.')),
  matched_by: {
    type: 'string',
    enum: ['known_image', 'repository_name'],
    description: 'Role `image` only: image table, or repository name read as a product id.',
  },
  found: flag('Whether the part matched a release cycle.'),
  floating: flag('True when a short tag took the newest cycle under it.'),
  older_than_listed: flag('True when the version is older than the oldest listed cycle, which is eol.'),
  resolved: text('Canonical product id.'),
  label: text('Display name.'),
  match: ref('EolCycle'),
  upgrade: ref('EolUpgrade'),
  reason: {
    type: 'string',
    enum: ['unknown_image', 'unknown_product', 'unknown_version', 'no_version', 'digest_only'],
    description: 'Why nothing was found.',
  },
  suggestions: {
    ...SUGGESTIONS,
    description:
      'Where nothing was found, what may have been meant, closest first: known images and product ids for an unknown repository, else `product@cycle`.',
  },
} satisfies Record<string, JsonSchema>;

/** Those that not every part has. */
export const IMAGE_PART_OPTIONAL = [
  'matched_by',
  'floating',
  'older_than_listed',
  'resolved',
  'label',
  'match',
  'upgrade',
  'reason',
  'suggestions',
];

/** What an answer says of one product and version; other families add to it. */
export const CHECK_RESULT_FIELDS = {
  index: integer('Position in the input.', 0),
  product: text('As sent.'),
  version: text('As sent.'),
  found: flag('Whether a release cycle matched.'),
  resolved: text('Canonical product id.'),
  label: text('Display name.'),
  match: ref('EolCycle'),
  upgrade: ref('EolUpgrade'),
  reason: { type: 'string', enum: ['unknown_product', 'unknown_version'], description: 'Why nothing was found.' },
  suggestions: {
    ...SUGGESTIONS,
    description:
      'Where nothing was found, what may have been meant, closest first: product ids, or `product@cycle` where only the version is not known.',
  },
} satisfies Record<string, JsonSchema>;

/** Those that not every result has. */
export const CHECK_RESULT_OPTIONAL = ['resolved', 'label', 'match', 'upgrade', 'reason', 'suggestions'];

/** Component schemas of the EOL family, by the name they are published under. */
export const EOL_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  EolCycle: object(CYCLE_FIELDS, { description: 'One release cycle of a product.' }),
  ...UPGRADE_SCHEMAS,
  ...LIFECYCLE_SCHEMAS,
  EolProduct: object(
    {
      product: text('Canonical product id.'),
      label: text('Display name.'),
      as_of: AS_OF,
      recommended: nullable(
        text('The long-term cycle that is supported longest, for 180 days at least; null where the product has none.'),
      ),
      newest: nullable(
        text(
          'The newest cycle that is out and has not ended; null where there is none, or where the names of several have no order.',
        ),
      ),
      packages: PACKAGES,
      cycles: array(ref('EolCycle'), 'Newest first.'),
    },
    { optional: ['as_of'] },
  ),
  EolProductCycle: object(
    {
      product: text('Canonical product id.'),
      label: text('Display name.'),
      as_of: AS_OF,
      ...CYCLE_FIELDS,
      packages: PACKAGES,
      upgrade: ref('EolUpgrade'),
    },
    { optional: ['as_of', 'upgrade'] },
  ),
  EolCheckResult: object(CHECK_RESULT_FIELDS, { optional: CHECK_RESULT_OPTIONAL }),
  EolCheck: object(
    {
      as_of: AS_OF,
      count: integer('Items checked.', 0),
      matched: integer('Items found.', 0),
      unknown_count: integer('Items not found.', 0),
      results: array(ref('EolCheckResult'), 'One entry per item, in input order.'),
      unknown: array(ref('EolCheckResult'), 'The entries that were not found.'),
    },
    { optional: ['as_of'] },
  ),
  EolImageComponent: object(IMAGE_PART_FIELDS, { optional: IMAGE_PART_OPTIONAL }),
  EolImage: object(
    {
      as_of: AS_OF,
      image: text('As sent.'),
      registry: text('Registry host; docker.io when none was given.'),
      repository: text('Repository without registry and `library/`.'),
      tag: nullable(text('Tag; `latest` when neither tag nor digest was given.')),
      digest: nullable(text('Digest after `@`.')),
      status: {
        type: ['string', 'null'],
        enum: ['supported', 'security-only', 'eol', 'unknown', null],
        description: 'Worst status of the matched parts; at least `unknown` when the image itself did not match.',
      },
      days_until_eol: nullable(integer('Soonest end of life of the matched parts.')),
      matched: integer('Matched parts.', 0),
      complete: flag('Whether every part matched a cycle.'),
      upgrade: ref('EolImageUpgrade'),
      components: array(ref('EolImageComponent')),
    },
    { optional: ['as_of', 'upgrade'] },
  ),
};
