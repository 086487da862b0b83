import { toEolCycle } from '@stackcheck/eol-core';
import { html, page, type Html } from '../published/html';
import { defineRoute, type RouteDeps } from '../catalogue/define-route';
import { requireProduct } from '@stackcheck/queries/eol';
import { IdText } from '../catalogue/eol/id-text';

class ProductPageParams {
  @IdText('A product id or alias of the EOL dataset.', 'nodejs')
  product!: string;
}

export const productPageRoute = defineRoute<ProductPageParams>({
  method: 'GET',
  path: '/p/{product}',
  operationId: 'service_product_page',
  tags: ['service', 'free'],
  summary: 'A page about a product',
  description: 'A page for people. A dozen well-known products are shown in full; the others name the priced call.',
  price: 'free',
  dataset: 'eol',
  anyQuery: true,
  params: ProductPageParams,
  output: { contentType: 'text/html', schema: { type: 'string' } },
  errors: ['unknown_id'],
  example: { pathParams: { product: 'nodejs' } },
  answer: ({ params }, deps) => ({
    bytes: Buffer.from(productPage(params.product, deps), 'utf8'),
    contentType: 'text/html; charset=utf-8',
    maxAgeSeconds: 60,
  }),
});

function productPage(text: string, { data, service, baseUrl, today }: RouteDeps): string {
  const eol = data('eol');
  const { product } = requireProduct(eol, text);
  const shown = service.previews(product.id);
  const aliases =
    product.aliases.length > 0 ? html`<p class="soft">Also known as ${product.aliases.join(', ')}.</p>` : html``;
  return page(
    `${product.label} · stackcheck`,
    `End-of-life dates and support status of ${product.label}.`,
    html`<p class="soft"><a href="/">stackcheck</a></p>
      <h1>${product.label}</h1>
      ${aliases}
      ${shown ? cycleTable(product.cycles.map((cycle) => toEolCycle(cycle, today))) : html`<p>${product.cycles.length} release cycles are listed. Their dates and status are sold per call:</p>`}
      <pre>curl -i ${baseUrl}/v1/eol/${product.id}</pre>
      <p class="soft">
        Snapshot <code>${eol.manifest.snapshot_id}</code> of
        ${eol.manifest.fetched_at}${eol.manifest.starter ? ' (starter selection)' : ''}. ${eol.manifest.attribution}
        Provided as is, without warranty.
      </p>`,
  );
}

function cycleTable(cycles: readonly ReturnType<typeof toEolCycle>[]): Html {
  const rows = cycles.map(
    (cycle) =>
      html`<tr>
        <td>${cycle.cycle}${cycle.is_lts ? ' LTS' : ''}</td>
        <td class="${cycle.status}">${cycle.status}</td>
        <td>${cycle.release_date ?? ''}</td>
        <td>${cycle.support_until ?? ''}</td>
        <td>${cycle.eol ?? 'no date known'}</td>
        <td>${cycle.latest ?? ''}</td>
      </tr> `,
  );
  return html`<table>
    <thead>
      <tr>
        <th>Cycle</th>
        <th>Status today</th>
        <th>Released</th>
        <th>Active support until</th>
        <th>End of life</th>
        <th>Latest</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}
