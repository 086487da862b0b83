import { html, type Html } from '@stackcheck/pictures/markup';
import { defineRoute, type AnyRoute, type RouteDeps, type SampleOffer } from '../catalogue/define-route';
import { page } from '../layout/page';
import { codeBlock } from '../layout/parts';
import { exampleTarget, paidRoutes } from '../published/context';
import { keptPage } from './kept-today';
import { readOffer } from './sample-offer';
import { table } from '../layout/table';

export const payingPageRoute = defineRoute({
  method: 'GET',
  path: '/402',
  operationId: 'service_paying_page',
  tags: ['service', 'free'],
  summary: 'How a call is paid',
  description: 'A page for people: the 402 of an unpaid call, field by field, and what to do with it.',
  price: 'free',
  joins: ['eol'],
  anyQuery: true,
  output: { contentType: 'text/html', schema: { type: 'string' } },
  errors: [],
  example: {},
  answer: (_input, deps) => keptPage(deps, 'paying', () => payingPage(deps)),
});

function payingPage(deps: RouteDeps): string {
  const { service } = deps;
  return page({
    title: 'How a call is paid',
    description: 'The 402 Payment Required of an unpaid call, field by field, and how to pay it with x402.',
    path: '/402',
    script: service.sampleOffer && service.scripts.of('paying'),
    body: html`<h1>402, and then the answer</h1>
      <p class="lead">
        A call without payment is answered with an offer. Sign it, send the same request again, and the answer comes
        with a receipt.
      </p>
      ${service.paymentNotice ? html`<p><strong>${service.paymentNotice}</strong></p>` : ''}
      ${service.sampleOffer === undefined ? html`<p>This server takes no payments now; free routes answer.</p>` : html`${inspector(deps, service.sampleOffer)} ${walk(service.sampleOffer)}`}
      <h2 id="rules">What protects you</h2>
      <ul class="text">
        <li>Errors are never charged: nothing is settled before the whole answer exists.</li>
        <li>
          A payment is bound to one address (<code>resource.url</code>) and one minute; it buys one answer and no other.
        </li>
        <li>
          After <code>settlement_unknown</code> or <code>payment_in_progress</code> send the same payment again: it is
          never charged twice. A <code>payment-identifier</code> gets the same paid answer again for free.
        </li>
        <li>Set a limit of your own in the client, and sign nothing above it.</li>
        <li><a href="/docs/errors">Every error</a>, when it occurs and what to do.</li>
      </ul>`,
  });
}

/** Where a script asks without a payment, and takes offers of others; hidden until then. */
function inspector({ service, baseUrl }: RouteDeps, offer: SampleOffer): Html {
  const payTo = readOffer(offer).accepts[0]?.payTo ?? '';
  const option = (route: AnyRoute): Html => {
    const { body } = route.example;
    return html`<option
      value="${exampleTarget(route)}"
      data-method="${route.method}"
      ${body === undefined ? '' : html` data-body="${JSON.stringify(body)}"`}
    >
      ${service.priceUsd(route)} USD: ${route.method} ${exampleTarget(route)}
    </option> `;
  };
  return html`<form id="inspect" class="tool" hidden="hidden" data-pay-to="${payTo}" data-base-url="${baseUrl}">
      <label for="call">Ask this service now, without paying</label>
      <select id="call">
        ${paidRoutes(service).map(option)}
      </select>
      <details>
        <summary>Or inspect an offer of any seller</summary>
        <label for="offer">A <code>PAYMENT-REQUIRED</code> header, or a 402 as <code>curl -i</code> printed it</label>
        <textarea
          id="offer"
          rows="6"
          spellcheck="false"
          autocomplete="off"
          placeholder="eyJ4NDAyVmVyc2lvbiI6Mi…"
        ></textarea>
      </details>
      <button id="run" type="submit">Inspect</button>
    </form>
    <div id="inspected" role="status"></div>`;
}

function walk(offer: SampleOffer): Html {
  const read = readOffer(offer);
  const accepts = read.accepts[0];
  if (accepts === undefined) return html``;
  const cut = `${offer.paymentRequired.slice(0, 60)}…`;
  const rows: readonly (readonly [string, string, string])[] = [
    ['scheme', accepts.scheme, 'Exactly this amount is paid, in one transfer.'],
    ['network', accepts.network, 'The chain, as CAIP-2 writes it.'],
    ['amount', accepts.amount, 'Atomic USDC: a millionth of a dollar each.'],
    ['asset', accepts.asset, 'The contract of the token that is paid in.'],
    ['payTo', accepts.payTo, 'Who is paid. Note it: a change is a reason to stop and ask.'],
    ['maxTimeoutSeconds', String(accepts.maxTimeoutSeconds), 'How long a signature may be valid.'],
    ['extra', JSON.stringify(accepts.extra ?? {}), 'Name and version of the token’s signing domain (EIP-712).'],
  ];
  return html`<h2 id="ask">1. Ask</h2>
    ${codeBlock('The unpaid call', `curl -i ${offer.resource}`)}
    ${codeBlock('Its answer', `HTTP/1.1 402 Payment Required\nContent-Type: application/json; charset=utf-8\nCache-Control: no-store\nPAYMENT-REQUIRED: ${cut}`)}
    <p>
      The header is base64 of the x402 v2 offer; the body holds the same for clients of version 1. This is
      <code>accepts[0]</code>:
    </p>
    ${table(
      'The offer, field by field',
      ['Field', 'Value', 'Meaning'],
      rows.map(
        ([name, value, meaning]) =>
          html`<tr data-field="${name}">
            <th scope="row"><code>${name}</code></th>
            <td data-label="Value"><code>${value}</code></td>
            <td data-label="Meaning">${meaning}</td>
          </tr> `,
      ),
    )}
    <h2 id="sign">2. Sign</h2>
    <p>
      An EIP-3009 <code>transferWithAuthorization</code> over these fields: no gas, nothing is sent by you. Any x402
      client does it, wallets by <code>eth_signTypedData_v4</code>.
    </p>
    <h2 id="again">3. Ask again</h2>
    ${codeBlock('The paid call', `curl -i ${offer.resource} \\\n  -H 'PAYMENT-SIGNATURE: <base64 of the signed payload>'`)}
    <p>
      200 with <code>PAYMENT-RESPONSE</code> (the settlement) and a receipt (<code>Content-Digest</code>,
      <code>Signature</code>) that the <a href="/.well-known/jwks.json">signing keys</a> verify.
    </p>`;
}
