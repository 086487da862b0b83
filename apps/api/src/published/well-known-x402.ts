import type { Published } from '../catalogue/define-route';
import { paidRoutes, type PublishingContext } from './context';
import { publish } from '../catalogue/publish';

/** Paid resources of this host, for x402 directories of the older kind. Free routes do not belong here. */
export function wellKnownX402(context: PublishingContext): Published {
  const { baseUrl } = context;
  const resources = paidRoutes(context).map((route) => `${route.method} ${baseUrl}${route.path}`);
  const instructions = `Routes, prices and shapes: ${baseUrl}/openapi.json and ${baseUrl}/llms.txt`;
  return publish('application/json', JSON.stringify({ version: 1, resources, instructions }, null, 2));
}
