import { WHAT_IT_IS } from './guidance';
import { SERVICE_VERSION } from './openapi';

/** What the server of the Model Context Protocol says of itself. */
export function mcpCard(baseUrl: string, notice: string) {
  return {
    name: 'stackcheck',
    title: 'stackcheck',
    version: SERVICE_VERSION,
    websiteUrl: `${baseUrl}/`,
    instructions: [WHAT_IT_IS, HOW_TO_PAY, ...(notice === '' ? [] : [notice])].join(' '),
  };
}

const HOW_TO_PAY =
  'A paid tool that is called without a payment answers with an offer: sign accepts[0] with an x402 client, and repeat the same call with the payment in _meta["x402/payment"]. After settlement_unknown or payment_in_progress, repeat the call with the same payment; never sign a new one. quote, validate_id and try_demo cost nothing.';
