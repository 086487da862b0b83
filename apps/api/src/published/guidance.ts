import { paidRoutes, type PublishingContext } from './context';

/** One sentence on what this is, for every surface. */
export const WHAT_IT_IS =
  'Answers about a software stack before it is installed or deployed. Each call is paid on the spot in USDC through x402, without account or API key; each answer names the signed dataset snapshot it came from. Errors are never charged.';

const L402_TEXT =
  'Or with Lightning (L402): send Accept-Payment: l402, pay the invoice in WWW-Authenticate and repeat the same request with Authorization: L402 <macaroon>:<preimage>. A token is good for this one request, for a day; sent again it gets the same paid answer.';

/** How a caller checks its input, pays, and what it does when a call fails, a paragraph each. */
export function howToPay({ baseUrl, l402, paymentNotice, terms }: PublishingContext): readonly string[] {
  return [
    'Before paying: POST /v1/validate with a route and its body, or the route itself with Prefer: validate-only, says for free whether the input would be accepted, and what is wrong with it. A list of packages may be called purls or packages on every route.',
    'To pay: call a paid route without payment, read the 402 (v2 offer in the PAYMENT-REQUIRED header, v1 offer in the body), sign accepts[0] and repeat the same request with PAYMENT-SIGNATURE. Any x402 client does this by itself. Send a payment-identifier with it to get the same paid answer again at no cost.',
    `The same as tools of the Model Context Protocol: connect to ${baseUrl}/mcp (Streamable HTTP, no sign-in). A call without a payment answers with the offer; the payment goes into _meta["x402/payment"] of the same call.`,
    ...(terms ? [`Payments go to ${terms.payTo} in USDC (${terms.asset}) on ${terms.network}.`] : []),
    ...(l402 ? [L402_TEXT] : []),
    ...(paymentNotice ? [paymentNotice] : []),
    'An error says why in error.code and what to do in error.next; errors are never charged. settlement_unknown and payment_in_progress are no failures: send the same request with the same payment again to get its answer, and never sign a new one.',
  ];
}

/** Short guidance for agents that read nothing but the description; below 4,000 characters. */
export function guidance(context: PublishingContext): string {
  const { baseUrl, priceUsd } = context;
  const prices = paidRoutes(context).map((route) => `${route.method} ${route.path} ${priceUsd(route)} USD`);
  return [
    WHAT_IT_IS,
    ...howToPay(context),
    `Prices: ${prices.join('; ')}.`,
    `Check ids for free with GET /v1/validate before paying. More: ${baseUrl}/llms.txt, ${baseUrl}/llms-full.txt, ${baseUrl}/skill.md.`,
  ].join('\n');
}
