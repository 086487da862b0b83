import { html } from '@stackcheck/pictures/markup';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { defineRoute, type EolView, type RouteDeps } from '../catalogue/define-route';
import { publish } from '../catalogue/publish';
import { PlainText } from '../input/plain-text';
import { page } from '../layout/page';
import { paidRoutes } from '../published/context';
import { answersSection } from './home/answers';
import { dataSection } from './home/data';
import { firstCallSection } from './home/first-call';
import { pricesSection } from './home/prices';
import { pasteSection } from './home/paste';
import { previewSection } from './home/preview';
import { foundSection, searchForm } from './home/search';
import { heldFor } from './kept-today';

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
    script: service.scripts.of('home'),
    body: html`<div class="hero">
        <div>
          <h1>Is this version still supported?</h1>
          ${
            text !== undefined
              ? ''
              : html`<p class="lead">
                  And is it exploited, vulnerable, or safe to ship? stackcheck answers for products, container images,
                  packages and whole stacks, before they are installed or deployed.
                </p>`
          }
          ${searchForm(text)} ${text === undefined || eol === undefined ? '' : foundSection(eol, text)}
        </div>
        ${pasteSection()}
      </div>
      <ul class="points">
        <li>
          <strong>From ${lowestPrice(deps)} USD a call.</strong> Paid on the spot in USDC through
          <a href="/402">x402</a>: no account, no API key, no subscription.
        </li>
        <li>
          <strong>Signed.</strong> Each answer names the signed snapshot that it came from, and
          <a href="/verify">proves itself</a>.
        </li>
        <li>
          <strong>Errors are never charged.</strong> An answer is there before anything is settled; nobody is charged
          twice.
        </li>
      </ul>
      ${service.paymentNotice ? html`<p><strong>${service.paymentNotice}</strong></p>` : ''}
      ${eol ? previewSection(eol, today, service.previews) : ''} ${answersSection(deps)} ${firstCallSection(deps)}
      ${pricesSection(deps)} ${dataSection(deps)}`,
  });
}

function lowestPrice({ service }: Pick<RouteDeps, 'service'>): string {
  return String(Math.min(...paidRoutes(service).map((route) => Number(service.priceUsd(route)))));
}
