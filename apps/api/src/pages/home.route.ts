import type { Manifest } from '@stackcheck/datasets';
import { toEolCycle } from '@stackcheck/eol-core';
import { html, page, type Html } from '../published/html';
import { defineRoute, type EolView, type RouteDeps } from '../catalogue/define-route';
import { DEMO_PRODUCTS } from './preview';

export const homeRoute = defineRoute({
  method: 'GET',
  path: '/',
  operationId: 'service_home',
  tags: ['service', 'free'],
  summary: 'What the service is and how to pay it',
  description: 'A page for people: what is sold, at what price, from which data, and a first call.',
  price: 'free',
  joins: ['eol'],
  anyQuery: true,
  output: { contentType: 'text/html', schema: { type: 'string' } },
  errors: [],
  example: {},
  answer: (_input, deps) => ({
    bytes: Buffer.from(home(deps), 'utf8'),
    contentType: 'text/html; charset=utf-8',
    maxAgeSeconds: 60,
  }),
});

function home({ service, baseUrl, today, peek }: RouteDeps): string {
  const paid = service.routes.filter((route) => route.price !== 'free' && route.implemented !== false);
  const eol = peek('eol');
  const manifests = service.manifests();
  const rows = paid.map(
    (route) =>
      html`<tr>
        <td><code>${route.method} ${route.path}</code></td>
        <td>${route.description}</td>
        <td class="number">${service.priceUsd(route)} USD</td>
      </tr> `,
  );
  return page(
    'stackcheck · end-of-life answers, paid per call',
    'End-of-life dates and support status of software products and container images, signed and paid per call in USDC through x402.',
    html`<h1>Is this version still supported?</h1>
      <p>
        stackcheck answers it for products, versions and container images, before you install or deploy them. Each call
        is paid on the spot in USDC through <a href="https://www.x402.org">x402</a>: no account, no API key. Each answer
        names the signed snapshot it came from. <strong>Errors are never charged.</strong>
      </p>
      ${service.paymentNotice ? html`<p><strong>${service.paymentNotice}</strong></p>` : html``}
      <h2>A first call</h2>
      <pre>curl -i ${baseUrl}/v1/eol/nodejs</pre>
      <p>
        It answers 402 with an offer: sign <code>accepts[0]</code> and repeat the request with
        <code>PAYMENT-SIGNATURE</code>. Any x402 client does this by itself. Check an id for free first:
        <a href="${baseUrl}/v1/validate?dataset=eol&amp;id=nodejs%4024">/v1/validate?dataset=eol&amp;id=nodejs@24</a>.
      </p>
      <h2>Prices</h2>
      <table>
        <thead>
          <tr>
            <th>Route</th>
            <th>Answer</th>
            <th>Price</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
      <h2>Data</h2>
      ${manifests.length > 0 ? manifests.map(dataset) : html`<p>No snapshot is loaded yet.</p>`}
      ${eol ? preview(eol, today, service.previews) : html``}
      <h2>For machines</h2>
      <p>
        <a href="${baseUrl}/openapi.json">OpenAPI 3.1</a> · <a href="${baseUrl}/llms.txt">llms.txt</a> ·
        <a href="${baseUrl}/docs/errors">errors</a> · <a href="${baseUrl}/health">health</a> ·
        <a href="${baseUrl}/v1/eol/index">product ids</a> · <a href="${baseUrl}/.well-known/jwks.json">signing keys</a>
      </p>`,
  );
}

function dataset(manifest: Manifest): Html {
  return html`<p>
    <strong>${manifest.dataset}</strong>:
    ${manifest.starter ? html`<strong>starter selection</strong>, a small set of facts for trying the service out; ` : html``}snapshot
    <code>${manifest.snapshot_id}</code> of ${manifest.fetched_at}, ${manifest.record_count} records.
    <span class="soft">${manifest.attribution}</span>
  </p>`;
}

function preview(eol: EolView, today: string, shown: (product: string) => boolean): Html {
  const rows = DEMO_PRODUCTS.filter(shown).flatMap((id) => {
    const product = eol.index.products.get(id)?.product;
    const cycle = product?.cycles[0];
    if (!product || !cycle) return [];
    const { status, eol: end, cycle: name } = toEolCycle(cycle, today);
    return [
      html`<tr>
        <td><a href="/p/${id}">${product.label}</a></td>
        <td>${name}</td>
        <td class="${status}">${status}</td>
        <td>${end ?? 'no date known'}</td>
      </tr> `,
    ];
  });
  if (rows.length === 0) return html``;
  return html`<h2>To look at</h2>
    <table>
      <thead>
        <tr>
          <th>Product</th>
          <th>Newest cycle</th>
          <th>Status today</th>
          <th>End of life</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}
