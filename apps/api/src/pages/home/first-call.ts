import type { RouteDeps } from '../../catalogue/define-route';
import { codeBlock, fold } from '../../layout/parts';
import { html, type Html } from '@stackcheck/pictures/markup';
import { installLinks } from '../../published/mcp-install';
import { networkOf } from '../sample-offer';

/** The first call from a shell, from TypeScript, from Python and through MCP. */
export function firstCallSection({ service, baseUrl }: Pick<RouteDeps, 'service' | 'baseUrl'>): Html {
  const network = networkOf(service.sampleOffer) ?? 'eip155:8453';
  const typescript = `import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';

const payer = privateKeyToAccount(process.env.PRIVATE_KEY as \`0x\${string}\`);
const client = new x402Client().register('${network}', new ExactEvmScheme(payer));
const pay = wrapFetchWithPayment(fetch, client);

const { data } = await (await pay('${baseUrl}/v1/eol/nodejs')).json();
console.log(data);`;
  const python = `# in examples/python of the repository, with its two packages: pip install ecdsa pycryptodome
PRIVATE_KEY=0x… BASE_URL=${baseUrl} NETWORK=${network} python3 buy.py eol`;
  const mcp = JSON.stringify({ mcpServers: { stackcheck: { url: `${baseUrl}/mcp` } } }, null, 2);
  return html`<h2 id="first-call">A first call</h2>
    <p>
      Without payment a call answers 402 with an offer: sign <code>accepts[0]</code> and repeat the request with
      <code>PAYMENT-SIGNATURE</code>. Any x402 client does this by itself; <a href="/402">each field explained</a>. Ids
      are checked free: <a href="/v1/validate?dataset=eol&amp;id=nodejs%4024">/v1/validate</a>.
    </p>
    ${fold(html`<h3>curl</h3>`, codeBlock('curl', `curl -i ${baseUrl}/v1/eol/nodejs`), true)}
    ${fold(html`<h3>TypeScript</h3>`, codeBlock('TypeScript', typescript))}
    ${fold(html`<h3>Python</h3>`, codeBlock('Python', python))}
    ${fold(
      html`<h3>MCP</h3>`,
      html`<p>The same questions as tools for agents, paid in the same way; listing them is free.</p>
        <p>${installLinks(baseUrl).map(({ client, href }) => html`<a href="${href}">Add to ${client}</a> `)}</p>
        ${codeBlock('MCP', mcp)}`,
    )}`;
}
