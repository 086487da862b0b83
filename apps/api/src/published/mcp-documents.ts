import type { Published } from '../catalogue/define-route';
import { publish } from '../catalogue/publish';
import type { PublishingContext } from './context';
import { WHAT_IT_IS } from './guidance';
import { SERVICE_VERSION } from './openapi';

/** Revisions of the Model Context Protocol that are spoken, the newest first. */
const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** Form of the registry's documents. */
const SERVER_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** The registry takes 100 characters. */
const IN_SHORT = 'End of life, vulnerabilities, CVEs and LLM prices of a software stack; paid per call through x402.';

/** What the server of the Model Context Protocol says of itself to a client that connects. */
export function mcpServerInfo(baseUrl: string, notice: string) {
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

/** The server card: where the tools are, for clients that look at a host before they connect. */
export function mcpServerCard(context: PublishingContext): Published {
  const [remote] = remotesOf(context);
  return json({ ...described(context), remotes: [{ ...remote, supportedProtocolVersions: REVISIONS }] });
}

/** The `server.json` that an operator hands to the registry of servers. */
export function mcpServerJson(context: PublishingContext): Published {
  return json({ $schema: SERVER_SCHEMA, ...described(context), remotes: remotesOf(context) });
}

function described({ baseUrl }: PublishingContext) {
  return {
    name: registryName(baseUrl),
    title: 'stackcheck',
    description: IN_SHORT,
    version: SERVICE_VERSION,
    websiteUrl: `${baseUrl}/`,
  };
}

function remotesOf({ baseUrl }: PublishingContext) {
  return [{ type: 'streamable-http', url: `${baseUrl}/mcp` }];
}

/** Names of the registry begin with the domain of their owner, its last label first. */
function registryName(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  const isDomain = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]+$/.test(hostname);
  return `${isDomain ? hostname.split('.').reverse().join('.') : 'localhost'}/stackcheck`;
}

function json(document: object): Published {
  return publish('application/json', JSON.stringify(document, null, 2));
}
