import { html, type Html } from '@stackcheck/pictures/markup';
import type { AnyRoute, RouteDeps } from '../../catalogue/define-route';
import { page } from '../../layout/page';
import { codeBlock, shellWord } from '../../layout/parts';
import { walletSection } from '../wallet/wallet-section';

/** What was sent without a script, and what came of it. */
export interface SentStack {
  readonly text?: string;
  readonly withDev: boolean;
  readonly result: Html;
}

/** The page that reads a stack: with a script in the browser, without one by sending the form. */
export function stackPage(deps: RouteDeps, sent?: SentStack): string {
  const { service, baseUrl } = deps;
  const route = service.routes.find(({ operationId }) => operationId === 'service_stack_check');
  const price = route === undefined ? '0' : service.priceUsd(route);
  const url = `${baseUrl}${route?.path ?? ''}`;
  return page({
    title: 'What stands against your stack?',
    description: 'An SBOM, a lockfile or a Dockerfile, read in your browser: end of life, exploited and vulnerable.',
    path: '/stack',
    script: service.scripts.of('stack'),
    body: html`<h1>What stands against your stack?</h1>
      <p class="lead">
        An SBOM, a lockfile or a Dockerfile is read here, in your browser. The file is not sent anywhere; the names and
        versions in it are, when you pay for the check.
      </p>
      <noscript>
        <p>
          Without JavaScript the text is sent to this server, where it is read and forgotten, up to 64 KB of it. The
          <a href="#command">command line</a> reads whole folders where they are.
        </p>
      </noscript>
      <section id="earlier" hidden="hidden">
        <h2 id="earlier-title">Your last report</h2>
        <div id="last" role="status"></div>
      </section>
      ${form(sent)}
      <div id="found" role="status">${sent?.result ?? ''}</div>
      <section id="quote" hidden="hidden" data-url="${url}" data-price="${price}">
        <h2 id="cost">What a check costs</h2>
        <div id="bill"></div>
        <div id="parts" class="field" hidden="hidden">
          <label for="part">A request asks about 50 packages, and 50 products and images; each is paid by itself</label>
          <select id="part"></select>
        </div>
        <div id="ready"></div>
      </section>
      ${walletSection(service, { url, price })} ${without(deps, route, url)}`,
  });
}

function form({ text = '', withDev }: SentStack = { withDev: true, result: html`` }): Html {
  return html`<form id="stack" class="tool" action="/stack" method="post">
    <label for="text">Text of an SBOM, lockfile, Dockerfile, compose or runtime file</label>
    <textarea id="text" name="text" rows="9" spellcheck="false" autocomplete="off" placeholder="FROM node:18-alpine">
${text}</textarea>
    <div id="pick" class="field" hidden="hidden">
      <label for="files">Or files; they can be dropped here</label>
      <input id="files" type="file" multiple="multiple" />
      <label for="kind">What it is</label>
      <select id="kind">
        <option value="">Recognised by name and text</option>
      </select>
    </div>
    <div class="check">
      <input id="dev" name="dev" type="checkbox" ${withDev ? html` checked="checked"` : ''} />
      <label for="dev">With packages for development</label>
    </div>
    <button id="run" type="submit">Read</button>
  </form>`;
}

/** What needs no script: the price, the request, and the command line. */
function without({ service, baseUrl }: RouteDeps, route: AnyRoute | undefined, url: string): Html {
  const body = JSON.stringify(route?.example.body ?? {});
  const osv = service.routes.find(({ operationId }) => operationId === 'service_osv_snapshot');
  return html`<h2 id="request">The request</h2>
    <p>
      ${route === undefined ? '' : html`${service.priceUsd(route)} USD for up to 50 packages, 50 products and images, and 100 CVEs, by your own policy:`}
      <a href="/docs/api/service_stack_check">every field</a>. Errors are never charged.
    </p>
    ${codeBlock('curl', `curl -i '${url}' \\\n  -H 'Content-Type: application/json' \\\n  -d ${shellWord(body)}`)}
    ${codeBlock(
      'TypeScript',
      `// pay: fetch of any x402 client, as on ${baseUrl}/#first-call
const response = await pay('${url}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${JSON.stringify(route?.example.body ?? {}, null, 2).replaceAll('\n', '\n  ')}),
});`,
    )}
    <h2 id="command">With the command line</h2>
    <p>
      It reads a whole folder, and checks it offline against downloaded snapshots as often as you
      like${osv === undefined ? '' : html`, advisories of all packages for ${service.priceUsd(osv)} USD`}: the better
      way for large lockfiles and for each build.
    </p>
    ${codeBlock('The command line', 'npm run stackcheck -- quote .\nnpm run stackcheck -- check .')}`;
}
