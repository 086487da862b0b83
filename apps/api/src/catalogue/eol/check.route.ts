import { LIMITS } from '@stackcheck/contract';
import { costOfItems, eolCheck as query, itemsOfText, type EolCheckInput } from '@stackcheck/queries/eol';
import { Type } from 'class-transformer';
import { ArrayMinSize, IsArray, IsObject, IsString, MaxLength, MinLength, ValidateNested } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { BatchMax } from '../../input/batch-max';
import { PlainText } from '../../input/plain-text';
import { checkAnswer } from '../../fast/check-answer';
import { defineRoute } from '../define-route';
import { ofBody, viewOf } from '../view-of';
import { AsOf } from './as-of';
import { IdText } from './id-text';

class CheckItem {
  @IdText('A product id or alias, or a package URL without its version, such as pkg:pypi/django.', 'python')
  product!: string;

  @IdText('A version or cycle; always a string, since 3.10 is not a number.', '3.12.4')
  version!: string;
}

class CheckBody {
  @JSONSchema({
    description: `1 to ${LIMITS.itemsMax} items; their order is kept.`,
    items: { $ref: '#/components/schemas/CheckItem' },
  })
  @BatchMax(LIMITS.itemsMax)
  @ArrayMinSize(1, { message: 'items must hold at least one entry' })
  @IsArray({ message: 'items must be an array of {product, version}' })
  @ValidateNested({ each: true, message: 'items must be an array of {product, version}' })
  // An array in the place of an item would be looked into for items, and pass.
  @IsObject({ each: true, message: 'items must be an array of {product, version}' })
  @Type(() => CheckItem)
  items!: CheckItem[];

  @AsOf('Support status, days left and targets are as of this day.')
  as_of?: string;
}

const MAX_ITEMS_QUERY_CHARS = LIMITS.itemsMax * (2 * LIMITS.idCharsMax + 2);

class CheckParams {
  @JSONSchema({
    description: `Comma-separated product@version pairs, at most ${LIMITS.itemsMax}.`,
    examples: ['nodejs@24,python@3.12.4'],
  })
  @PlainText()
  @MaxLength(MAX_ITEMS_QUERY_CHARS, { message: `items must be at most ${MAX_ITEMS_QUERY_CHARS} characters long` })
  @MinLength(LIMITS.itemsQueryCharsMin, { message: 'items must hold product@version pairs separated by commas' })
  @IsString({ message: 'items must be a string' })
  items!: string;

  @AsOf('Support status, days left and targets are as of this day.')
  as_of?: string;
}

/** Written fast where it is of today; an answer of another day takes longer, and is worth proof of its payment. */
const AS_WRITTEN = {
  write: checkAnswer,
  costMs: (input: EolCheckInput) => costOfItems(input, input.items.length),
};

const shared = {
  path: '/v1/eol/check',
  tags: ['eol', 'paid'],
  summary: 'Batch check of products and versions',
  price: '0.01',
  errors: ['unknown_id', 'too_many_items'],
} as const;

export const eolCheck = defineRoute<object, CheckBody>({
  ...viewOf(query, ofBody<CheckBody>(), AS_WRITTEN),
  ...shared,
  method: 'POST',
  description: `Support status of up to ${LIMITS.itemsMax} product and version pairs; a product may be a package URL (pkg:pypi/django). The order is kept and each unknown item says why. as_of asks what will have ended by a later day.`,
  body: CheckBody,
  example: {
    body: {
      items: [
        { product: 'nodejs', version: '24.1.0' },
        { product: 'python', version: '3.12' },
      ],
    },
  },
});

/** The same question with its items as one text. */
export const eolCheckGet = defineRoute<CheckParams>({
  ...viewOf(
    query,
    ({ params }: { readonly params: CheckParams }) => ({ items: itemsOfText(params.items), as_of: params.as_of }),
    {
      ...AS_WRITTEN,
    },
  ),
  ...shared,
  method: 'GET',
  operationId: 'service_eol_check_get',
  description: `Support status of up to ${LIMITS.itemsMax} comma-separated product@version pairs; a blank stands for a plus sign; as_of asks the same of a later day.`,
  params: CheckParams,
  example: { queryParams: { items: 'nodejs@24,python@3.12.4' } },
});
