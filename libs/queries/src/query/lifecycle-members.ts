import { NO_LIFECYCLE_REASONS } from '@stackcheck/eol-core/packages';
import { SUGGESTIONS_MAX } from '@stackcheck/eol-core/suggestions';
import { array, nullable, object, orNull, ref, text, type JsonSchema } from './json-schema';
import { CYCLE_FIELDS } from './cycle-fields';

const { cycle, ...REST } = CYCLE_FIELDS;

/** What every answer about a package says of the product that it is. */
export const LIFECYCLE_JOINED: Readonly<Record<'lifecycle' | 'lifecycle_reason', JsonSchema>> = {
  lifecycle: orNull(
    'PackageLifecycle',
    'Where the package is a product, or one of those that a product consists of: the release cycle of its version. Null where it is none, where the purl cannot be read, and where `lifecycle_reason` says why nothing is known.',
  ),
  lifecycle_reason: {
    type: 'string',
    enum: [...NO_LIFECYCLE_REASONS],
    description:
      'Why it is not known whether the package is a product: no end-of-life data are loaded, those that are do not name packages, or only a selection of them is loaded, in which it is not named.',
  },
};

/** Component schemas of what is said of packages that are products. */
export const LIFECYCLE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  PackageLifecycle: object(
    {
      product: nullable(text('Canonical product id; null where it may be one of several.')),
      label: nullable(text('Display name; null with `product`.')),
      cycle,
      ...REST,
      status: {
        type: 'string',
        enum: ['supported', 'security-only', 'eol', 'unknown'],
        description: "Support status on the answer's UTC day; `unknown`: see `reason`, and there is no cycle then.",
      },
      upgrade: ref('EolUpgrade'),
      reason: {
        type: 'string',
        enum: ['unknown_version', 'ambiguous_identifier'],
        description:
          'Why the cycle is not known: the version belongs to no listed cycle or was never published under this name, or the name may be that of any of `products`.',
      },
      products: array(text('Product that may be meant.')),
      suggestions: {
        ...array(text('`product@cycle`.')),
        maxItems: SUGGESTIONS_MAX,
        description: 'Where the version is not known, the closest cycles.',
      },
    },
    {
      optional: [
        'cycle',
        ...Object.keys(REST).filter((name) => name !== 'status'),
        'upgrade',
        'reason',
        'products',
        'suggestions',
      ],
      description: 'The support of the product that a package is, as of an item of that product and version.',
    },
  ),
};
