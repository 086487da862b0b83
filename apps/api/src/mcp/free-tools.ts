import { ServiceError } from '@stackcheck/contract';
import { FREE_TOOLS, PAID_TOOLS, type FreeTool } from '@stackcheck/mcp-tools';
import type { AnyRoute, RouteDeps } from '../catalogue/define-route';
import { isInputError } from '../catalogue/service/dry-run';
import { RequestDeps, type SharedDeps } from '../sale/request-deps';
import type { Sales } from '../sale/sales';
import { isObject, type Members as Arguments } from './members';
import { exampleArguments, MCP_PATH, routeOf, TOOL_ROUTES, type ToolRoute } from './tool-routes';

/** What the free tools are answered from. */
export interface FreeToolDeps extends SharedDeps {
  readonly sales: Pick<Sales, 'open'>;
  /** A 200 of each route's example, by operation id. */
  readonly recorded: Readonly<Record<string, unknown>>;
}

type FreeName = FreeTool['name'];

/**
 * The answer of a free tool.
 * @throws ServiceError of the error table
 */
export function answerFree(name: FreeName, args: Arguments, deps: FreeToolDeps): unknown {
  const { input } = FREE_TOOLS.find((tool) => tool.name === name)!;
  const known = Object.keys(input['properties'] as object);
  const stranger = Object.keys(args).find((sent) => !known.includes(sent));
  if (stranger !== undefined) {
    const names = known.length === 0 ? 'it has none' : `known here: ${known.join(', ')}`;
    throw unfit(`argument "${stranger.slice(0, 50)}" is not known; ${names}`);
  }
  return ANSWERS[name](args, deps);
}

const ANSWERS: Readonly<Record<FreeName, (args: Arguments, deps: FreeToolDeps) => unknown>> = {
  list_products: (args, deps) => listed('list_products', 'products', args, deps),
  list_models: (args, deps) => listed('list_models', 'models', args, deps),
  validate_id(args, deps) {
    const [query, routeDeps] = asked('validate_id', deps);
    return query.answer(query.read(args), routeDeps);
  },
  quote: (args, deps) => quote(args, deps),
  get_status: (_args, { service }) => ({ ready: service.health().ready, ...service.health().body }),
  try_demo(args, { recorded, service }) {
    const { tool, query } = sold(args, {});
    const route = routeOf(query);
    return {
      tool: tool.name,
      arguments: exampleArguments(route.example),
      price_usd: service.priceUsd(route),
      recorded_of: 'the starter selection; a paid call is answered from the whole data',
      answer: recorded[route.operationId],
    };
  },
};

/** Entries of a list that one call is answered with. */
const LISTED_MAX = 500;

function listed(name: FreeName, member: string, { query: part }: Arguments, deps: FreeToolDeps): object {
  if (part !== undefined && (typeof part !== 'string' || part.length > 200)) {
    throw unfit('query must be a string of at most 200 characters');
  }
  const [query, routeDeps] = asked(name, deps);
  const { dataset, snapshot_id, [member]: all } = query.answer({}, routeDeps) as Readonly<Record<string, unknown>>;
  const text = (part ?? '').trim().toLowerCase();
  const entries = (all as readonly object[]).filter((entry) => holds(entry, text));
  const shown = entries.slice(0, LISTED_MAX);
  return { dataset, snapshot_id, count: entries.length, shown: shown.length, [member]: shown };
}

/** Whether a part of an entry's names is the text. */
function holds(entry: object, text: string): boolean {
  return Object.values(entry).some((value) => [value].flat().some((name) => String(name).toLowerCase().includes(text)));
}

/** Price and acceptance of a call. It never carries an offer: clients pay wherever they see one. */
function quote(args: Arguments, deps: FreeToolDeps): object {
  const sent = args['arguments'] ?? {};
  if (!isObject(sent)) throw unfit('arguments must be an object');
  const { tool, query, route } = sold(args, sent);
  const price = { tool: tool.name, price_usd: deps.service.priceUsd(routeOf(query)) };
  try {
    const input = query.read(sent) as object;
    route.inspect?.({ params: input, body: input }, depsOf(route, deps));
    return { ...price, accepted: true };
  } catch (error) {
    if (!isInputError(error)) throw error;
    return { ...price, accepted: false, reason: { code: error.code, message: error.message } };
  }
}

/** @throws ServiceError where `tool` is the name of no paid tool */
function sold({ tool: name }: Arguments, args: Arguments): ToolRoute {
  const tool = PAID_TOOLS.find((one) => one.name === name);
  if (!tool) throw unfit(`tool must be one of ${PAID_TOOLS.map((one) => one.name).join(', ')}`);
  const query = tool.queryOf(args);
  return TOOL_ROUTES.find((one) => one.tool === tool && one.query === query)!;
}

function asked(name: FreeName, deps: FreeToolDeps) {
  const query = FREE_TOOLS.find((tool) => tool.name === name)!.query!;
  return [query, depsOf(routeOf(query), deps)] as const;
}

function depsOf(route: AnyRoute, deps: FreeToolDeps): RouteDeps {
  const { pins, nowMs } = deps.sales.open(route, { path: MCP_PATH, query: null });
  return new RequestDeps(deps, { route, pins, nowMs, header: () => undefined });
}

function unfit(message: string): ServiceError {
  return new ServiceError('bad_request', { message });
}
