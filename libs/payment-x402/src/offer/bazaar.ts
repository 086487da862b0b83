import type { PricedRoute, PricedTool } from '../terms/priced-route';

type JsonObject = Readonly<Record<string, unknown>>;

/** The discovery block of a v2 offer (x402 extension `bazaar`). */
export interface BazaarBlock {
  /** `:name` form of a path with parameters, so that directories list one entry and not one per product. */
  readonly routeTemplate?: string;
  readonly info: { readonly input: JsonObject; readonly output: JsonObject };
  /** JSON Schema 2020-12 which `info` obeys. */
  readonly schema: JsonObject;
}

/** A path template in the form of directories: `/v1/eol/{product}` is `/v1/eol/:product`. */
export function routeTemplate(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/**
 * The bazaar block of a route: how to call it, with one example, and what its answer looks like. It is brief, because every
 * client sends the whole block back with its payment and headers are small; the description holds the rest.
 */
export function bazaarBlock(route: PricedRoute): BazaarBlock {
  if (route.tool) return toolBlock(route.tool, route.example);
  const { pathParams, queryParams, body, output } = route.example;
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
  const required = Object.keys(properties);
  // Directories take a route for incomplete whose schema speaks of neither a body nor a query.
  if (route.method === 'GET') properties['queryParams'] ??= { type: 'object' };
  return {
    ...(route.path.includes('{') ? { routeTemplate: routeTemplate(route.path) } : {}),
    info: { input, output: { type: 'json', ...(output === undefined ? {} : { example: output }) } },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { input: { type: 'object', properties, required }, output: OUTPUT_SCHEMA },
      required: ['input'],
    },
  };
}

/** Directories key a tool by URL and name. The name has two spellings: that of the specification, and that of its library. */
function toolBlock({ name, inputSchema }: PricedTool, { body, output }: PricedRoute['example']): BazaarBlock {
  const example = body === undefined ? {} : { example: body };
  const input = { type: 'mcp', tool: name, toolName: name, transport: 'streamable-http', inputSchema, ...example };
  const named = { const: name };
  const properties = {
    type: { const: 'mcp' },
    tool: named,
    toolName: named,
    transport: { const: 'streamable-http' },
    inputSchema: { type: 'object' },
    example: { type: 'object' },
  };
  return {
    info: { input, output: { type: 'json', ...(output === undefined ? {} : { example: output }) } },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: { type: 'object', properties, required: ['type', 'toolName', 'inputSchema'] },
        output: OUTPUT_SCHEMA,
      },
      required: ['input'],
    },
  };
}

const OUTPUT_SCHEMA: JsonObject = {
  type: 'object',
  properties: { type: { const: 'json' }, example: { type: 'object' } },
};

/** The same for protocol version 1, where it is the requirement's `outputSchema`. */
export function bazaarOutputSchemaV1(route: PricedRoute): JsonObject {
  const { pathParams, queryParams, body, output } = route.example;
  return {
    input: {
      type: 'http',
      method: route.method,
      discoverable: true,
      ...(pathParams ? { pathParams } : {}),
      ...(queryParams ? { queryParams } : {}),
      ...(route.method === 'POST' ? { bodyType: 'json', bodyFields: body ?? {} } : {}),
    },
    output: { type: 'json', ...(output === undefined ? {} : { example: output }) },
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
