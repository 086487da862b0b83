import { PAID_TOOLS, type PaidTool } from '@stackcheck/mcp-tools';
import type { AnyQuery } from '@stackcheck/queries';
import type { JsonSchema } from '@stackcheck/queries/json-schema';
import { CATALOGUE } from '../catalogue/catalogue';
import type { AnyRoute, RouteExample } from '../catalogue/define-route';

/** Where the Model Context Protocol is spoken, below the base URL. */
export const MCP_PATH = '/mcp';

/**
 * What a call of a tool is sold as in an offer, and called in a payment: with the name of the tool, so that what was signed for one buys no
 * other. A client that is given the whole URL reaches the endpoint by it, too.
 */
export function toolTarget({ name }: Pick<PaidTool, 'name'>): { readonly path: string; readonly query: string } {
  return { path: MCP_PATH, query: `tool=${name}` };
}

/** What a call of a paid tool is sold as: the route of its query, under the path of all tools and its name. */
export interface ToolRoute {
  readonly tool: PaidTool;
  readonly query: AnyQuery;
  readonly route: AnyRoute;
}

/** One for each question that a paid tool asks. */
export const TOOL_ROUTES: readonly ToolRoute[] = PAID_TOOLS.flatMap((tool) =>
  tool.queries.map((query) => ({ tool, query, route: asTool(tool, routeOf(query)) })),
);

/** The route of the catalogue that is the view of a question. */
export function routeOf(query: AnyQuery): AnyRoute {
  return CATALOGUE.find((route) => route.query === query && route.operationId === `service_${query.id}`)!;
}

/** The arguments that ask what the example of a route asks. */
export function exampleArguments({ pathParams, queryParams, body }: RouteExample): Readonly<Record<string, unknown>> {
  return { ...pathParams, ...queryParams, ...(body as object | undefined) };
}

/**
 * The same operation at the same price, whose whole input are the arguments of a call: what its query reads stands for parameters and
 * body alike, whichever of them the route takes.
 */
function asTool(tool: PaidTool, { params, body, ...route }: AnyRoute): AnyRoute {
  type Sent = { readonly body: object };
  const inputs = new WeakMap<object, { readonly params: object; readonly body: object }>();
  const inputOf = ({ body: args }: Sent) => {
    let input = inputs.get(args);
    // One object for one call, since routes remember by it what a call costs.
    if (!input) inputs.set(args, (input = { params: args, body: args }));
    return input;
  };
  const { cost, inspect, answer } = route;
  const { path, query } = toolTarget(tool);
  return {
    ...route,
    method: 'POST',
    // Its resource is the same in each call, and so its offer is made once.
    path: `${path}?${query}`,
    anyQuery: true,
    body: body ?? params,
    example: { body: exampleArguments(route.example) },
    tool: { name: tool.name, inputSchema: briefly(tool.input) },
    ...(cost ? { cost: (sent: Sent, deps) => cost(inputOf(sent), deps) } : {}),
    ...(inspect ? { inspect: (sent: Sent, deps) => inspect(inputOf(sent), deps) } : {}),
    answer: (sent: Sent, deps) => answer(inputOf(sent), deps),
  };
}

/** Names and types, one level deep: clients send the whole of it back with each payment. */
function briefly({ properties, required = [] }: JsonSchema): object {
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
  const types = members.map(([name, { type }]) => [name, type === undefined ? {} : { type }] as const);
  return { type: 'object', properties: Object.fromEntries(types), required };
}
