import { array, flag, integer, nullable, object, ref, text, type JsonSchema } from '../query/json-schema';
import { CHECK_RESULT_FIELDS, CHECK_RESULT_OPTIONAL, IMAGE_PART_FIELDS, IMAGE_PART_OPTIONAL } from '../eol/schema';
import { PURL_RESULT_FIELDS, PURL_RESULT_OPTIONAL } from '../osv/schema';

const ITEM_RESULT = object(
  {
    ...CHECK_RESULT_FIELDS,
    packages: {
      type: ['array', 'null'],
      items: ref('StackItemPackage'),
      description:
        'Where the product is published as packages: what is known against those of this version, the first twenty of each. Null where `packages_reason` says why it is not known.',
    },
    packages_reason: {
      type: 'string',
      enum: ['names_a_cycle', 'no_release', 'not_published', 'no_data'],
      description:
        'Why nothing is said of the packages: the version is the name of a cycle, or part of a version, and advisories speak of releases; none of the packages is known to have been published in it; or no advisories are loaded.',
    },
    packages_example: nullable(text('Where no release is named, the latest of its cycle.')),
  },
  { optional: [...CHECK_RESULT_OPTIONAL, 'packages', 'packages_reason', 'packages_example'] },
);

const IMAGE_PART = object(
  { ...IMAGE_PART_FIELDS, matched_by: { ...IMAGE_PART_FIELDS.matched_by, description: 'Role `image` only.' } },
  { optional: IMAGE_PART_OPTIONAL },
);

const IMAGE_RESULT = object(
  {
    index: integer('Position in the input.', 0),
    image: text('As sent.'),
    found: flag('Whether any part of it is known.'),
    reason: { type: 'string', enum: ['invalid_image', 'unknown_image'], description: 'Why nothing was found.' },
    message: text('What to correct or pin, where nothing was found.'),
    suggestions: IMAGE_PART_FIELDS.suggestions,
    registry: text('Registry host.'),
    repository: text('Repository without registry and `library/`.'),
    tag: nullable(text('Tag; `latest` when neither tag nor digest was given.')),
    digest: nullable(text('Digest after `@`.')),
    status: {
      type: ['string', 'null'],
      enum: ['supported', 'security-only', 'eol', 'unknown', null],
      description: 'Worst status of the matched parts.',
    },
    days_until_eol: nullable(integer('Soonest end of life of the matched parts.')),
    matched: integer('Matched parts.', 0),
    complete: flag('Whether every part matched a cycle.'),
    upgrade: ref('EolImageUpgrade'),
    components: array(ref('StackImagePart')),
  },
  {
    optional: [
      'reason',
      'message',
      'suggestions',
      'registry',
      'repository',
      'tag',
      'digest',
      'status',
      'days_until_eol',
      'matched',
      'complete',
      'upgrade',
      'components',
    ],
  },
);

/** Component schemas of the items and images of a stack. */
export const STACK_CYCLE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  StackItemResult: ITEM_RESULT,
  StackItemPackage: object(PURL_RESULT_FIELDS, { optional: PURL_RESULT_OPTIONAL }),
  StackItems: object({
    count: integer('Items checked.', 0),
    matched: integer('Items found.', 0),
    unknown_count: integer('Items not found.', 0),
    results: array(ref('StackItemResult'), 'One entry per item, in input order.'),
    unknown: array(ref('StackItemResult'), 'The entries that were not found.'),
  }),
  StackImagePart: IMAGE_PART,
  StackImageResult: IMAGE_RESULT,
  StackImages: object({
    count: integer('Images checked.', 0),
    matched: integer('Images of which any part is known.', 0),
    unknown_count: integer('Images of which nothing is known.', 0),
    results: array(ref('StackImageResult'), 'One entry per image, in input order.'),
  }),
};
