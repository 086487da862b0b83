import { toEolCycle } from '@stackcheck/eol-core';
import { html, type Html } from '@stackcheck/pictures/markup';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { defineRoute, type EolView, type RouteDeps } from '../catalogue/define-route';
import { publish } from '../catalogue/publish';
import { PlainText } from '../input/plain-text';
import { page } from '../layout/page';
import { dayOf, inDays, statusOf } from '../layout/parts';
import { answersSection } from './home/answers';
import { dataSection } from './home/data';
import { firstCallSection } from './home/first-call';
import { pricesSection } from './home/prices';
import { searchSection } from './home/search';
import { heldFor } from './kept-today';
import { DEMO_PRODUCTS } from './preview';

const HTML_TYPE = 'text/html; charset=utf-8';
const SECONDS = 60;

class HomeParams {
  @JSONSchema({ description: 'A product, or a product and a version, to search for.', examples: ['nodejs 18'] })
  @PlainText()
  @MaxLength(200, { message: 'q must be at most 200 characters long' })
  @IsString({ message: 'q must be a string' })
  @IsOptional()
  q?: string;
}

export const homeRoute = defineRoute<HomeParams>({
  method: 'GET',
  path: '/',
  operationId: 'service_home',
  tags: ['service', 'free'],
  summary: 'What the service is and how to pay it',
  description:
    'A page for people: what is sold, at what price, from which data, and a first call; q searches all products.',
  price: 'free',
  joins: ['eol'],
  anyQuery: true,
  params: HomeParams,
  output: { contentType: 'text/html', schema: { type: 'string' } },
  errors: [],
  example: {},
  answer({ params }, deps) {
    const text = params.q?.trim() || undefined;
    const eol = deps.peek('eol');
    const make = () => publish(HTML_TYPE, homePage(eol, text, deps));
    // Ages are in hours, so the page of an hour is kept, as long as all snapshots are the same.
    const hour = new Date(deps.nowMs).getUTCHours();
    const name = JSON.stringify(['home', hour, ...deps.service.manifests().map(({ snapshot_id: id }) => id)]);
    if (text !== undefined || eol === undefined) return heldFor(make(), SECONDS);
    return heldFor(deps.service.onceADay(eol, deps.today, name, make), SECONDS);
  },
});

function homePage(eol: EolView | undefined, text: string | undefined, deps: RouteDeps): string {
  const { service, today, baseUrl } = deps;
  return page({
    title: text === undefined ? 'Is this version still supported?' : `Search: ${text}`,
    description:
      'End of life, known exploited and open-source vulnerabilities, container images and model prices: signed answers, paid per call in USDC through x402.',
    path: '/',
    canonical: `${baseUrl}/`,
    links: [{ type: 'application/atom+xml', href: '/changes.atom', title: 'Releases and ends of support' }],
    body: html`<h1>Is this version still supported?</h1>
      <p class="lead">
        And is it exploited, vulnerable, or safe to ship? stackcheck answers for products, container images, packages
        and whole stacks, before they are installed or deployed.
      </p>
      ${searchSection(eol, text)}
      <p>
        Or check <a href="/stack">a whole stack</a> by its SBOM, lockfile or Dockerfile, or
        <a href="/image">a container image</a> by its name.
      </p>
      <p>
        Each call is paid on the spot in USDC through <a href="https://www.x402.org">x402</a>: no account, no API key,
        no subscription. Each answer names the signed snapshot it came from. <strong>Errors are never charged.</strong>
      </p>
      ${service.paymentNotice ? html`<p><strong>${service.paymentNotice}</strong></p>` : ''}
      ${eol ? previewSection(eol, today, service.previews) : ''} ${answersSection(deps)} ${firstCallSection(deps)}
      ${pricesSection(deps)} ${dataSection(deps)}`,
  });
}

function previewSection(eol: EolView, today: string, shown: (product: string) => boolean): Html {
  const rows = DEMO_PRODUCTS.filter(shown).flatMap((id) => {
    const product = eol.index.products.get(id)?.product;
    const cycle = product?.cycles[0];
    if (!product || !cycle) return [];
    const { status, eol: end, cycle: name, days_until_eol: days } = toEolCycle(cycle, today);
    return [
      html`<tr>
        <th scope="row"><a href="/p/${id}">${product.label}</a></th>
        <td data-label="Newest">${name}</td>
        <td data-label="Today">${statusOf(status)}</td>
        <td data-label="End of life">
          ${dayOf(end)}${days === null ? '' : html` <span class="soft">${inDays(days)}</span>`}
        </td>
      </tr> `,
    ];
  });
  if (rows.length === 0) return html``;
  return html`<h2 id="free">Free to look at</h2>
    <table class="rows">
      <caption>
        Newest release cycles of well-known products; each page has them all, as a timeline, a calendar and a feed
      </caption>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Newest</th>
          <th scope="col">Today</th>
          <th scope="col">End of life</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}
