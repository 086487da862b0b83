import { errorRow, type ServiceError } from '@stackcheck/contract';
import { suggestProducts } from '@stackcheck/eol-core/suggestions';
import { html, type Html } from '@stackcheck/pictures/markup';
import type { AnyRoute, EolView, ServiceView } from '../catalogue/define-route';
import { page } from '../layout/page';
import { codeBlock, jsonExcerpt, shellWord } from '../layout/parts';
import { RECORDED_ANSWERS } from '../published/context';
import { walletSection } from './wallet/wallet-section';

/** What these pages are made of. */
export interface BrowserPagesDeps {
  readonly service: ServiceView;
  /** The EOL snapshot that is served, if one is loaded. */
  eol(): EolView | undefined;
}

const ANSWER_LINES_MAX = 40;

/** Pages for people who open what programs ask for: the 402 of a paid address, and errors. */
export function browserPages({ service, eol }: BrowserPagesDeps) {
  return {
    offer: (route: AnyRoute, resource: string): string => offerPage(service, route, resource),
    error: (error: ServiceError, path: string): string => errorPage(service, eol(), error, path),
  };
}

function offerPage(service: ServiceView, route: AnyRoute, resource: string): string {
  const price = service.priceUsd(route);
  const { data } = (RECORDED_ANSWERS[route.operationId] ?? {}) as { data?: unknown };
  return page({
    title: `${price} USD: ${route.summary}`,
    description: route.description,
    script: service.scripts.of('offer'),
    body: html`<p class="small">402 Payment Required</p>
      <h1>${route.summary}</h1>
      <p class="lead">This answer costs ${price} USD, paid by the call: no account, no API key.</p>
      <p>${route.description}</p>
      ${service.paymentNotice ? html`<p><strong>${service.paymentNotice}</strong></p>` : ''}
      ${walletSection(service, { url: resource, price })}
      <h2 id="pay">Ask for it</h2>
      ${codeBlock('The call', `curl -i ${shellWord(resource)}`)}
      <p>
        The offer is in this answer’s header <code>PAYMENT-REQUIRED</code>; any x402 client signs it and asks again.
        <a href="/402">How a call is paid</a> · <a href="/docs/api/${route.operationId}">Reference</a> ·
        <a href="/#first-call">First call</a>
      </p>
      ${
        data === undefined
          ? ''
          : html`<h2 id="sample">What the answer looks like</h2>
              ${codeBlock('A sample answer', jsonExcerpt(data, ANSWER_LINES_MAX))}`
      }`,
  });
}

function errorPage(
  service: ServiceView,
  eol: EolView | undefined,
  { code, detail }: ServiceError,
  path: string,
): string {
  const { http, when, next } = errorRow(code);
  const status = detail.status ?? http;
  return page({
    title: String(status),
    description: when,
    body: html`<p class="small">${status} <code>${code}</code></p>
      <h1>${status === 404 ? 'There is nothing here' : 'This was not answered'}</h1>
      <p class="lead">${sentence(detail.message ?? when)}</p>
      <p>${next} <a href="/docs/errors#${code}">About this error</a>. Errors are never charged.</p>
      ${status === 404 ? suggestionsOf(service, eol, detail.suggestions, path) : ''}
      <form class="ask" action="/" method="get" role="search">
        <label for="q">Search all products</label>
        <input id="q" name="q" type="search" maxlength="200" placeholder="nodejs 18" required="required" />
        <button type="submit">Look up</button>
      </form>`,
  });
}

/** Messages follow a code elsewhere, so they begin small and end without a stop. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/** What the last part of the path may have meant: products, and pages of this host that begin alike. */
function suggestionsOf(
  service: ServiceView,
  eol: EolView | undefined,
  known: readonly string[] | undefined,
  target: string,
): Html {
  const path = (target.split('?')[0] ?? '').slice(0, 200);
  const word = lastWord(path);
  const pages = service.routes.filter(
    ({ method, price, output, path: each }) =>
      method === 'GET' &&
      price === 'free' &&
      output.contentType === 'text/html' &&
      !each.includes('{') &&
      word.length > 2 &&
      (each.includes(word) || (each.length > 3 && word.startsWith(each.slice(1)))),
  );
  const ids = known ?? (eol === undefined || word === '' ? [] : suggestProducts(eol.index.products, word));
  const exact = eol?.index.products.find(word)?.product.id;
  const products = [...new Set([...(exact === undefined ? [] : [exact]), ...ids])].filter((id) =>
    eol?.index.products.get(id),
  );
  if (products.length + pages.length === 0) return html``;
  return html`<h2 id="meant">Perhaps you meant</h2>
    <ul class="tags">
      ${pages.map(({ path: each, summary }) => html`<li><a href="${each}">${summary}</a></li> `)}
      ${products.map((id) => html`<li><a href="/p/${encodeURIComponent(id)}">${eol?.index.products.get(id)?.product.label ?? id}</a></li> `)}
    </ul>`;
}

function lastWord(path: string): string {
  const last = path.split('/').findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(last)
      .replace(/\.\w+$/, '')
      .toLowerCase();
  } catch {
    return '';
  }
}
