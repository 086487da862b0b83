import type { AnyRoute } from '../catalogue/define-route';
import type { JsonSchema } from '@stackcheck/queries/json-schema';
import { markedSchemaNamed, markedSchemaOf } from '../input/marked-schema';

/** Component schemas of all body classes and the classes nested in them. */
export function inputSchemas(routes: readonly AnyRoute[]): Record<string, JsonSchema> {
  const schemas: Record<string, JsonSchema> = {};
  const add = (name: string): void => {
    if (schemas[name]) return;
    const schema = markedSchemaNamed(name);
    if (!schema) return;
    schemas[name] = publishable(schema);
    for (const [, nested] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)) add(nested!);
  };
  for (const route of routes) if (route.body) add(route.body.name);
  return schemas;
}

/** Without marks: another name of a property is a property, and of the two one may be sent. */
function publishable(schema: JsonSchema): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const aliases: [name: string, alias: string][] = [];
  for (const [name, marked] of Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)) {
    const alias = marked['x-alias'];
    const property = Object.fromEntries(Object.entries(marked).filter(([keyword]) => !keyword.startsWith('x-')));
    properties[name] = property;
    if (typeof alias !== 'string') continue;
    aliases.push([name, alias]);
    properties[alias] = { ...property, description: `Another name of \`${name}\`; send one of the two.` };
  }
  const { required, ...rest } = schema as { required?: readonly string[] };
  const named = (required ?? []).filter((name) => !aliases.some(([aliased]) => aliased === name));
  const choices = aliases.map((names) => {
    const [name] = names;
    const isRequired = required?.includes(name) ?? false;
    // Named once more in each choice, since readers of a description look for a required property besides its requirement.
    const demand = (demanded: readonly string[]): JsonSchema => ({
      properties: Object.fromEntries(demanded.map((one) => [one, {}])),
      required: demanded,
    });
    return isRequired ? { oneOf: names.map((one) => demand([one])) } : { not: demand(names) };
  });
  return {
    ...rest,
    properties,
    ...(named.length > 0 ? { required: named } : {}),
    ...(choices.length > 1 ? { allOf: choices } : choices[0]),
    additionalProperties: false,
  };
}

/** Path and query parameters of a route, from its params class. */
export function parametersOf(route: AnyRoute, pathNames: readonly string[]): object[] {
  if (!route.params) return [];
  const schema = publishable(markedSchemaOf(route.params)) as {
    properties: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, examples, ...rest } = property as { description?: string; examples?: unknown[] };
    const inPath = pathNames.includes(name);
    return {
      name,
      in: inPath ? 'path' : 'query',
      required: inPath || (schema.required?.includes(name) ?? false),
      description,
      schema: rest,
      ...(examples ? { example: examples[0] } : {}),
    };
  });
}
