import { html, type Html } from '@stackcheck/pictures/markup';
import { defineRoute, type RouteDeps } from '../catalogue/define-route';
import { page } from '../layout/page';
import { codeBlock } from '../layout/parts';
import { keptPage } from './kept-today';

export const verifyPageRoute = defineRoute({
  method: 'GET',
  path: '/verify',
  operationId: 'service_verify_page',
  tags: ['service', 'free'],
  summary: 'Whether an answer is genuine',
  description: 'A page for people: verifies a saved answer in the browser, and says which key proves what.',
  price: 'free',
  joins: ['eol'],
  anyQuery: true,
  output: { contentType: 'text/html', schema: { type: 'string' } },
  errors: [],
  example: {},
  answer: (_input, deps) => keptPage(deps, 'verify', () => verifyPage(deps)),
});

function verifyPage({ service, baseUrl }: RouteDeps): string {
  return page({
    title: 'Is this answer genuine?',
    description: 'Verifies receipt and data of a saved answer in the browser, against the published keys.',
    path: '/verify',
    script: service.scripts.of('verify'),
    body: html`<h1>Is this answer genuine?</h1>
      <p class="lead">
        Each paid answer carries a receipt, and names signed data. Both are verified here, in your browser: the answer
        is not sent anywhere.
      </p>
      <noscript>
        <p class="big">
          The check on this page needs JavaScript. The <a href="#command">command line</a> does the same.
        </p>
      </noscript>
      ${form(baseUrl)}
      <div id="result" role="status"></div>
      <h2 id="meaning">What is proven, and what is not</h2>
      <dl>
        <dt>The receipt</dt>
        <dd>
          This service gave these very bytes for this address and this payment. It is an HTTP message signature (RFC
          9421) over status, body digest, address and <code>PAYMENT-RESPONSE</code>.
        </dd>
        <dt>The data</dt>
        <dd>
          The answer was computed from the snapshot of this name, hash and time. Another key signs that, which the
          serving machines do not have.
        </dd>
        <dt>Not proven</dt>
        <dd>
          That upstream is right, or that the rows were computed rightly from it: for that, buy the snapshot and compute
          them again.
        </dd>
      </dl>
      <p><a href="/.well-known/jwks.json">The published keys</a>: keep a copy, so that a later change would show.</p>
      ${commandLine(baseUrl)}`,
  });
}

function form(baseUrl: string): Html {
  return html`<form id="verify" class="tool" hidden="hidden">
    <label for="answer">The answer, as <code>curl -i</code> printed it, or its body alone</label>
    <textarea id="answer" rows="9" spellcheck="false" autocomplete="off" placeholder="HTTP/1.1 200 OK"></textarea>
    <label for="file">Or the file it was saved to; it can be dropped here</label>
    <input id="file" type="file" />
    <label for="url">The address that was asked</label>
    <input id="url" type="url" maxlength="4096" placeholder="${baseUrl}/v1/eol/nodejs" />
    <details>
      <summary>The data is older than today’s</summary>
      <label for="manifests">Manifests that you kept with the answer</label>
      <input id="manifests" type="file" multiple="multiple" accept=".json,application/json" />
    </details>
    <button id="run" type="submit">Verify</button>
  </form>`;
}

function commandLine(baseUrl: string): Html {
  return html`<h2 id="command">With the command line</h2>
    <p>Save the answer with its headers, the keys, and the manifest of each dataset that <code>meta</code> names:</p>
    ${codeBlock(
      'Saving an answer with what it is verified against',
      `curl -i '${baseUrl}/v1/eol/nodejs' -H 'PAYMENT-SIGNATURE: …' -o answer.txt
curl -s ${baseUrl}/.well-known/jwks.json -o keys.json
curl -s ${baseUrl}/v1/eol/manifest -o manifest.json`,
    )}
    ${codeBlock(
      'Verifying it offline',
      `npm run stackcheck -- verify answer.txt --url '${baseUrl}/v1/eol/nodejs' --keys keys.json --manifest manifest.json`,
    )}
    <p>An altered answer ends with exit code 4.</p>`;
}
