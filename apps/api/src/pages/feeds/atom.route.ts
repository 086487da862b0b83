import { toCalendarDate } from '@stackcheck/contract/calendar-date';
import { atomFeed, type FeedEntry } from '@stackcheck/pictures';
import { requireProduct } from '@stackcheck/queries/eol';
import { defineRoute, type Published, type RouteDeps } from '../../catalogue/define-route';
import { publish } from '../../catalogue/publish';
import { keptToday } from '../kept-today';
import { ProductParams } from '../product-params';
import { factsOf, newestFirst } from './facts';
import { tagId } from './tag-id';

const ATOM_TYPE = 'application/atom+xml; charset=utf-8';
const OUTPUT = { contentType: 'application/atom+xml', schema: { type: 'string' } } as const;
const PRODUCT_ENTRIES_MAX = 50;
const ENTRIES_MAX = 200;
const DAYS = 90;

export const productFeedRoute = defineRoute<ProductParams>({
  method: 'GET',
  path: '/p/{product}.atom',
  operationId: 'service_product_feed',
  tags: ['eol', 'service', 'free'],
  summary: 'Feed of a product',
  description:
    'Atom (RFC 4287): releases and ends of support of a product, each dated by its own day. Of products that the free pages do not show, the priced call.',
  price: 'free',
  dataset: 'eol',
  anyQuery: true,
  params: ProductParams,
  output: OUTPUT,
  errors: ['unknown_id'],
  example: { pathParams: { product: 'nodejs' } },
  answer({ params }, deps) {
    const { product } = requireProduct(deps.data('eol'), params.product);
    const path = `/p/${encodeURIComponent(product.id)}`;
    return keptToday(deps, JSON.stringify(['atom', product.id]), () => {
      const entries = deps.service.previews(product.id)
        ? factsOf(product, deps.today, deps.baseUrl).slice(0, PRODUCT_ENTRIES_MAX)
        : [soldEntry(product, deps)];
      return feed(
        { name: `p/${product.id}`, title: `${product.label}: releases and ends of support`, path },
        entries,
        deps,
      );
    });
  },
});

export const changesFeedRoute = defineRoute({
  method: 'GET',
  path: '/changes.atom',
  operationId: 'service_changes_feed',
  tags: ['eol', 'service', 'free'],
  summary: 'Feed of all products',
  description: `Atom (RFC 4287): releases and ends of support of the last ${DAYS} days, of the products that the free pages show.`,
  price: 'free',
  dataset: 'eol',
  anyQuery: true,
  output: OUTPUT,
  errors: [],
  example: {},
  answer: (_input, deps) =>
    keptToday(deps, 'changes', () => {
      const since = toCalendarDate(Date.parse(deps.today) - DAYS * 86_400_000);
      const entries = deps
        .data('eol')
        .index.products.products.filter(({ product }) => deps.service.previews(product.id))
        .flatMap(({ product }) => factsOf(product, deps.today, deps.baseUrl).filter(({ updated }) => updated >= since))
        .sort(newestFirst)
        .slice(0, ENTRIES_MAX);
      return feed({ name: 'changes', title: 'Releases and ends of support', path: '' }, entries, deps);
    }),
});

function feed(
  { name, title, path }: { readonly name: string; readonly title: string; readonly path: string },
  entries: readonly FeedEntry[],
  { data, baseUrl }: RouteDeps,
): Published {
  const { manifest } = data('eol');
  return publish(
    ATOM_TYPE,
    atomFeed({
      id: tagId(baseUrl, 'feed', name),
      title,
      self: path === '' ? `${baseUrl}/changes.atom` : `${baseUrl}${path}.atom`,
      page: `${baseUrl}${path === '' ? '/' : path}`,
      updated: manifest.fetched_at,
      rights: `${manifest.attribution} ${manifest.licence}`,
      entries,
    }),
  );
}

function soldEntry(
  { id, label, cycles }: { readonly id: string; readonly label: string; readonly cycles: readonly unknown[] },
  { data, baseUrl }: RouteDeps,
): FeedEntry {
  return {
    id: tagId(baseUrl, id, 'sold'),
    title: `${label}: sold per call`,
    updated: data('eol').manifest.fetched_at,
    link: `${baseUrl}/p/${encodeURIComponent(id)}`,
    summary: `${cycles.length} release cycles are listed. Their days and status: GET ${baseUrl}/v1/eol/${id}`,
  };
}
