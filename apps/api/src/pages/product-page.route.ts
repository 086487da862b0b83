import { toEolCycle, type Product } from '@stackcheck/eol-core';
import { html, type Html } from '@stackcheck/pictures/markup';
import { requireProduct } from '@stackcheck/queries/eol';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { defineRoute, type RouteDeps } from '../catalogue/define-route';
import { publish } from '../catalogue/publish';
import { PlainText } from '../input/plain-text';
import { page } from '../layout/page';
import { codeBlock } from '../layout/parts';
import { DAY_DATA_SECONDS, heldFor, keptToday } from './kept-today';
import { ProductParams } from './product-params';
import { shownProduct, takeItSection } from './product/shown-product';
import { cycleOf, versionSection } from './product/version-answer';

class ProductPageParams extends ProductParams {
  @JSONSchema({ description: 'A version, of which the page says what becomes of it.', examples: ['18.20.4'] })
  @PlainText()
  @MaxLength(200, { message: 'version must be at most 200 characters long' })
  @IsString({ message: 'version must be a string' })
  @IsOptional()
  version?: string;
}

export const productPageRoute = defineRoute<ProductPageParams>({
  method: 'GET',
  path: '/p/{product}',
  operationId: 'service_product_page',
  tags: ['service', 'free'],
  summary: 'A page about a product',
  description:
    'A page for people: which versions are supported, as a timeline and as a table. A dozen well-known products are shown in full; the others name the priced call.',
  price: 'free',
  dataset: 'eol',
  anyQuery: true,
  params: ProductPageParams,
  output: { contentType: 'text/html', schema: { type: 'string' } },
  errors: ['unknown_id'],
  example: { pathParams: { product: 'nodejs' } },
  answer({ params }, deps) {
    const { product } = requireProduct(deps.data('eol'), params.product);
    const version = params.version?.trim() || undefined;
    const make = () => publish('text/html; charset=utf-8', productPage(product.id, version, deps));
    // Versions are without number, so what is said of one is not kept.
    if (version !== undefined) return heldFor(make(), DAY_DATA_SECONDS);
    return keptToday(deps, JSON.stringify(['page', product.id]), make);
  },
});

function productPage(id: string, version: string | undefined, deps: RouteDeps): string {
  const { data, service, baseUrl, today } = deps;
  const eol = data('eol');
  const indexed = requireProduct(eol, id);
  const { product } = indexed;
  const { label } = product;
  const cycles = product.cycles.map((cycle) => toEolCycle(cycle, today));
  const isShown = service.previews(id);
  return page({
    title: `${label}: which versions are supported`,
    description: `End-of-life dates and support status of ${label}, as a timeline, a table, a calendar and a feed.`,
    canonical: `${baseUrl}/p/${encodeURIComponent(id)}`,
    card: `${baseUrl}/p/${encodeURIComponent(id)}.png`,
    links: isShown
      ? [
          { type: 'application/atom+xml', href: `/p/${encodeURIComponent(id)}.atom`, title: `${label}: feed` },
          { type: 'text/calendar', href: `/p/${encodeURIComponent(id)}.ics`, title: `${label}: calendar` },
        ]
      : [],
    body: html`<h1>${label}</h1>
      ${
        isShown
          ? html`${versionSection(indexed, version, today)}
            ${shownProduct(product, cycles, today, cycleOf(indexed, version))}
            ${takeItSection(product, cycles[0], baseUrl)}`
          : soldProduct(product, deps)
      }
      ${aliasesOf(product)}
      <p class="soft small">
        Snapshot <code>${eol.manifest.snapshot_id}</code> of
        ${eol.manifest.fetched_at}${eol.manifest.starter ? ' (starter selection)' : ''}. ${eol.manifest.attribution}
        Provided as is, without warranty.
      </p>`,
  });
}

function soldProduct({ id, label, cycles }: Product, { service, baseUrl }: RouteDeps): Html {
  const route = service.routes.find(({ operationId }) => operationId === 'service_eol_product');
  const price = route === undefined ? '' : ` A call costs ${service.priceUsd(route)} USD.`;
  return html`<p class="lead">
      ${cycles.length} release cycles of ${label} are listed. Their days and status are sold per call.${price}
    </p>
    ${codeBlock('The paid call', `curl -i ${baseUrl}/v1/eol/${id}`)}
    <p>
      <a href="/#first-call">How to pay</a> ·
      <a href="/v1/validate?dataset=eol&amp;id=${encodeURIComponent(id)}">Check an id free</a> ·
      <a href="/p/nodejs">A product that is shown in full</a>
    </p>`;
}

function aliasesOf({ aliases }: Product): Html {
  return aliases.length === 0 ? html`` : html`<p class="soft small">Also known as ${aliases.join(', ')}.</p>`;
}
