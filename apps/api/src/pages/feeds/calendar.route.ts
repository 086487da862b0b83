import { LIMITS, ServiceError } from '@stackcheck/contract';
import { requireProduct } from '@stackcheck/queries/eol';
import { IsString, Length } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { defineRoute } from '../../catalogue/define-route';
import { publish } from '../../catalogue/publish';
import { PlainText } from '../../input/plain-text';
import { DAY_DATA_SECONDS, keptToday } from '../kept-today';
import { ProductParams } from '../product-params';
import { calendarOf } from './calendar-events';

const CALENDAR_TYPE = 'text/calendar; charset=utf-8';
const PRODUCTS_MAX = 20;
const PRODUCTS_CHARS_MAX = 1_000;

class CalendarParams {
  @JSONSchema({
    description: `Comma-separated product ids or aliases, at most ${PRODUCTS_MAX}.`,
    examples: ['nodejs,python'],
  })
  @PlainText()
  @Length(1, PRODUCTS_CHARS_MAX, { message: `products must be 1 to ${PRODUCTS_CHARS_MAX} characters long` })
  @IsString({ message: 'products must be a string' })
  products!: string;
}

const OUTPUT = { contentType: 'text/calendar', schema: { type: 'string' } } as const;

export const productCalendarRoute = defineRoute<ProductParams>({
  method: 'GET',
  path: '/p/{product}.ics',
  operationId: 'service_product_calendar',
  tags: ['eol', 'service', 'free'],
  summary: 'Calendar of a product',
  description:
    'iCalendar (RFC 5545) with the days on which release cycles end, to subscribe to. Of products that the free pages do not show, a note.',
  price: 'free',
  dataset: 'eol',
  anyQuery: true,
  params: ProductParams,
  output: OUTPUT,
  errors: ['unknown_id'],
  example: { pathParams: { product: 'nodejs' } },
  answer({ params }, deps) {
    const { product } = requireProduct(deps.data('eol'), params.product);
    return keptToday(deps, JSON.stringify(['ics', product.id]), () =>
      publish(CALENDAR_TYPE, calendarOf(`${product.label}: ends of support`, [product], deps)),
    );
  },
});

export const calendarRoute = defineRoute<CalendarParams>({
  method: 'GET',
  path: '/calendar.ics',
  operationId: 'service_calendar',
  tags: ['eol', 'service', 'free'],
  summary: 'Calendar of several products',
  description: 'The same calendar of a list of products, such as those of a stack.',
  price: 'free',
  dataset: 'eol',
  params: CalendarParams,
  output: OUTPUT,
  errors: ['unknown_id', 'too_many_items'],
  example: { queryParams: { products: 'nodejs,python' } },
  answer({ params }, deps) {
    const names = params.products.split(',').flatMap((name) => name.trim() || []);
    if (names.length === 0) throw new ServiceError('bad_request', { message: 'products must name a product' });
    if (names.length > PRODUCTS_MAX)
      throw new ServiceError('too_many_items', { message: `products must hold at most ${PRODUCTS_MAX} entries` });
    const long = names.find((name) => name.length > LIMITS.idCharsMax);
    if (long !== undefined)
      throw new ServiceError('bad_request', {
        message: `products must be ids of at most ${LIMITS.idCharsMax} characters, with commas between them`,
      });
    const products = new Set(names.map((name) => requireProduct(deps.data('eol'), name).product));
    // Lists are without number, so what is made of one is not kept, nor compressed.
    const { body, contentType, etag } = publish(CALENDAR_TYPE, calendarOf('Ends of support', [...products], deps));
    return { bytes: body, contentType, etag, maxAgeSeconds: DAY_DATA_SECONDS };
  },
});
