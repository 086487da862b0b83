import { badArguments } from './results';

type Input = Readonly<Record<string, unknown>>;

/** How a question is asked of the service, by its id. */
const REQUESTS: Readonly<Record<string, (input: Input) => { readonly path: string; readonly body?: unknown }>> = {
  eol_product: ({ product, ...rest }) => ({ path: `/v1/eol/${segment(product)}${queryOf(rest)}` }),
  eol_cycle: ({ product, cycle, ...rest }) => ({
    path: `/v1/eol/${segment(product)}/${segment(cycle)}${queryOf(rest)}`,
  }),
  eol_image: (input) => ({ path: `/v1/eol/image${queryOf(input)}` }),
  eol_check: (body) => ({ path: '/v1/eol/check', body }),
  kev_check: (body) => ({ path: '/v1/kev/check', body }),
  epss_check: (body) => ({ path: '/v1/epss/check', body }),
  models_cheapest: (body) => ({ path: '/v1/models/cheapest', body }),
  osv_check: (body) => ({ path: '/v1/osv/check', body }),
  stack_check: (body) => ({ path: '/v1/stack/check', body }),
  stack_watch: (body) => ({ path: '/v1/stack/watch', body }),
  eol_index: () => ({ path: '/v1/eol/index' }),
  models_index: () => ({ path: '/v1/models/index' }),
  validate: (input) => ({ path: `/v1/validate${queryOf(input)}` }),
};

/**
 * The request that asks the service a question.
 * @param input as its query reads it
 * @throws ServiceError `bad_request` for a name that is no name in a path
 */
export function requestOf(queryId: string, input: Input): { readonly path: string; readonly body?: unknown } {
  const request = REQUESTS[queryId];
  if (!request) throw new Error(`the question ${queryId} has no request`);
  return request(input);
}

/** Below `/v1/eol/` these are other routes, some of which are sold; a URL gives the first ones another meaning. */
const NO_NAMES = /^(?:\.{1,2}|check|image|index|manifest|snapshot|changes)$/i;

function segment(name: unknown): string {
  const text = String(name);
  if (NO_NAMES.test(text.trim())) throw badArguments(`"${text}" is the name of no product and no cycle`);
  return encodeURIComponent(text);
}

function queryOf(input: Input): string {
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return query === '' ? '' : `?${query}`;
}
