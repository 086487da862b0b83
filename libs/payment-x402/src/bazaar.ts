import type { PricedRoute } from './gate-types';

type JsonObject = Readonly<Record<string, unknown>>;

/** The discovery block of a v2 offer (x402 extension `bazaar`). */
export interface BazaarBlock {
  /** `:name` form of a path with parameters, so that directories list one entry and not one per product. */
  readonly routeTemplate?: string;
  readonly info: { readonly input: JsonObject };
  /** JSON Schema 2020-12 which `info` obeys. */
  readonly schema: JsonObject;
}

/**
 * The bazaar block of a route: how to call it and one example. It holds no output, because every client sends the whole
 * block back with its payment and headers are small.
 */
export function bazaarBlock(route: PricedRoute): BazaarBlock {
  const { pathParams, queryParams, body } = route.example;
  const properties: Record<string, JsonObject> = { type: { const: 'http' }, method: { const: route.method } };
  const input: Record<string, unknown> = { type: 'http', method: route.method };
  if (pathParams) {
    input['pathParams'] = pathParams;
    properties['pathParams'] = stringsSchema(pathParams);
  }
  if (queryParams) {
    input['queryParams'] = queryParams;
    properties['queryParams'] = stringsSchema(queryParams);
  }
  if (route.method === 'POST') {
    input['bodyType'] = 'json';
    input['body'] = body ?? {};
    properties['bodyType'] = { const: 'json' };
    properties['body'] = { type: 'object' };
  }
  const inputSchema = { type: 'object', properties, required: Object.keys(properties) };
  return {
    ...(route.path.includes('{') ? { routeTemplate: route.path.replace(/\{(\w+)\}/g, ':$1') } : {}),
    info: { input },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { input: inputSchema },
      required: ['input'],
    },
  };
}

/** The same for protocol version 1, where it is the requirement's `outputSchema`. */
export function bazaarOutputSchemaV1(route: PricedRoute): JsonObject {
  const { pathParams, queryParams, body } = route.example;
  return {
    input: {
      type: 'http',
      method: route.method,
      discoverable: true,
      ...(pathParams ? { pathParams } : {}),
      ...(queryParams ? { queryParams } : {}),
      ...(route.method === 'POST' ? { bodyType: 'json', bodyFields: body ?? {} } : {}),
    },
  };
}

function stringsSchema(example: Readonly<Record<string, string>>): JsonObject {
  const names = Object.keys(example);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
  };
}
