import { LIMITS, ServiceError } from '@stackcheck/contract';
import { parseItemsQuery } from '@stackcheck/eol-core/matching';
import { suggestProducts } from '@stackcheck/eol-core/suggestions';
import { Type } from 'class-transformer';
import { ArrayMinSize, IsArray, IsObject, IsString, MaxLength, MinLength, ValidateNested } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { BatchMax } from '../../input/batch-max';
import { PlainText } from '../../input/plain-text';
import { defineRoute, type EolView, type RouteAnswer, type RouteDeps } from '../define-route';
import { inSelection } from '../in-selection';
import { paidAnswer } from '../json-schema';
import { checkText } from '../../fast/check-text';
import { isKnown } from './is-known';
import { IdText } from './shapes';

class CheckItem {
  @IdText('A product id or alias.', 'python')
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
}

const shared = {
  path: '/v1/eol/check',
  tags: ['eol', 'paid'],
  summary: 'Batch check of products and versions',
  price: '0.01',
  dataset: 'eol',
  output: { contentType: 'application/json', schema: paidAnswer('EolCheck') },
  errors: ['unknown_id', 'too_many_items'],
} as const;

export const eolCheck = defineRoute<object, CheckBody>({
  ...shared,
  method: 'POST',
  operationId: 'service_eol_check',
  description: `Support status of up to ${LIMITS.itemsMax} product and version pairs; the order is kept and each unknown item says why.`,
  body: CheckBody,
  example: {
    body: {
      items: [
        { product: 'nodejs', version: '24.1.0' },
        { product: 'python', version: '3.12' },
      ],
    },
  },
  inspect: ({ body }, deps) => requireKnown(body.items, deps),
  answer: ({ body }, deps) => check(body.items, deps),
});

export const eolCheckGet = defineRoute<CheckParams>({
  ...shared,
  method: 'GET',
  operationId: 'service_eol_check_get',
  description: `Support status of up to ${LIMITS.itemsMax} comma-separated product@version pairs; a blank stands for a plus sign.`,
  params: CheckParams,
  example: { queryParams: { items: 'nodejs@24,python@3.12.4' } },
  inspect: ({ params }, deps) => requireKnown(itemsOf(params), deps),
  answer: ({ params }, deps) => check(itemsOf(params), deps),
});

/** @throws ServiceError `bad_request` or `too_many_items` */
function itemsOf(params: CheckParams): readonly CheckItem[] {
  const parsed = parseItemsQuery(params.items);
  if ('fault' in parsed) throw new ServiceError('bad_request', { message: parsed.fault });
  const { items } = parsed;
  if (items.length > LIMITS.itemsMax) {
    throw new ServiceError('too_many_items', {
      message: `items holds ${items.length} pairs; at most ${LIMITS.itemsMax} are allowed`,
    });
  }
  items.forEach(requireLengths);
  return items;
}

/** The GET form of what `IdText` demands of the POST form. */
function requireLengths(item: CheckItem, index: number): void {
  for (const side of ['product', 'version'] as const) {
    if (item[side].length > LIMITS.idCharsMax) {
      throw new ServiceError('bad_request', {
        message: `items[${index}].${side} must be 1 to ${LIMITS.idCharsMax} characters long`,
      });
    }
  }
}

function check(items: readonly CheckItem[], deps: RouteDeps): RouteAnswer {
  const view = deps.data('eol');
  const { products } = view.index;
  const { matched, text } = checkText(products, items, deps.today);
  if (matched === 0) throw noneKnown(items, view);
  const bytes = Buffer.from(`{"data":${text},"meta":${JSON.stringify(deps.meta())}}`);
  return { bytes, contentType: 'application/json' };
}

/** @throws ServiceError `unknown_id` */
function requireKnown(items: readonly CheckItem[], deps: RouteDeps): void {
  const view = deps.data('eol');
  const { products } = view.index;
  if (!items.some(({ product, version }) => isKnown(products, product, version))) throw noneKnown(items, view);
}

function noneKnown(items: readonly CheckItem[], { manifest, index }: EolView): ServiceError {
  const suggestions = items.length === 1 ? suggestProducts(index.products, items[0]!.product) : [];
  const message = inSelection(manifest, 'none of the items is a known product and version');
  return new ServiceError('unknown_id', { message, suggestions });
}
