import { ERROR_CODES } from '@stackcheck/contract';
import type { AnyRoute, Published } from '../routes/define-route';
import { publish } from './published';

/** What the route lists are made of. */
export interface PublishingContext {
  readonly baseUrl: string;
  readonly routes: readonly AnyRoute[];
  priceUsd(route: AnyRoute): string;
  /** Sentence about the mode of payment, e.g. that this is a sandbox; empty when there is nothing to say. */
  readonly paymentNotice: string;
  /** Whether the L402 rail is on. */
  readonly l402: boolean;
}

const L402_TEXT = `

Or with Lightning (L402): send Accept-Payment: l402, pay the invoice in WWW-Authenticate and repeat the same request with Authorization: L402 <macaroon>:<preimage>. A token is good for this one request, for a day; sent again it gets the same paid answer.`;

/** The route list for language models, in the llms.txt form (H1, summary, sections of links). */
export function llmsTxt(context: PublishingContext): Published {
  const { baseUrl, routes } = context;
  const paid = routes.filter((route) => route.price !== 'free' && route.implemented !== false);
  const pending = routes.filter((route) => route.implemented === false);
  const free = routes.filter((route) => route.price === 'free');
  const text = `# stackcheck

> Answers about a software stack before it is installed or deployed: end-of-life dates and support status of product versions and container images. Each call is paid on the spot in USDC through x402, without account or API key; each answer names the signed dataset snapshot it came from. Errors are never charged.

To pay: call a paid route without payment, read the 402 (v2 offer in the PAYMENT-REQUIRED header, v1 offer in the body), sign accepts[0] and repeat the same request with PAYMENT-SIGNATURE. Send a payment-identifier with it to get the same paid answer again at no cost.${context.l402 ? L402_TEXT : ''}${context.paymentNotice ? `\n\n${context.paymentNotice}` : ''}

## Paid routes

${paid.map((route) => line(context, route, `${context.priceUsd(route)} USD. ${route.description}`)).join('\n')}

## Free routes

${free.map((route) => line(context, route, route.description)).join('\n')}

## Not available yet

${pending.map((route) => line(context, route, route.summary)).join('\n')}

## Errors

- [Error table](${baseUrl}/docs/errors): ${ERROR_CODES.join(', ')}
`;
  return publish('text/plain; charset=utf-8', text);
}

function line({ baseUrl }: PublishingContext, route: AnyRoute, note: string): string {
  return `- [${route.method} ${route.path}](${baseUrl}${route.path}): ${note}`;
}

/** Paid resources of this host, for x402 directories. */
export function wellKnownX402({ baseUrl, routes }: PublishingContext): Published {
  const resources = routes
    .filter((route) => route.price !== 'free' && route.implemented !== false)
    .map((route) => `${route.method} ${baseUrl}${route.path}`);
  const instructions = `Routes, prices and shapes: ${baseUrl}/openapi.json and ${baseUrl}/llms.txt`;
  return publish('application/json', JSON.stringify({ version: 1, resources, instructions }, null, 2));
}
