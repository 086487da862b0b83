import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { targetConstructorToSchema, validationMetadatasToSchemas } from 'class-validator-jsonschema';
import { ALSO_CALLED } from '../http/also-called';
import { ANY_VALUE } from '../http/any-value';
import { BATCH_MAX } from '../http/batch-max';
import type { AnyRoute, InputClass } from '../catalogue/define-route';
import type { JsonSchema } from '../catalogue/json-schema';

/** What a rule was declared with. */
interface Constraints {
  readonly constraints: readonly unknown[];
}

/**
 * Checks of our own that have no JSON Schema keyword; everything they refuse is told in the description. That a nested
 * item is an object is told by the schema it refers to. What is marked `x-` is for the input's structure, and not published.
 */
const ADDITIONAL_CONVERTERS = {
  plainText: {},
  cveList: {},
  imageList: {},
  purlList: {},
  nestedValidation: {},
  isObject: {},
  [ANY_VALUE]: { 'x-open': true },
  [BATCH_MAX]: ({ constraints }: Constraints) => ({ maxItems: Number(constraints[0]), 'x-batch': true }),
  [ALSO_CALLED]: ({ constraints }: Constraints) => ({ 'x-alias': String(constraints[0]) }),
};

const OPTIONS = {
  classTransformerMetadataStorage: defaultMetadataStorage,
  additionalConverters: ADDITIONAL_CONVERTERS,
};

/**
 * Schema of an input class, made from its decorators; batches have `x-batch`, properties with another name `x-alias`, those that
 * something else checks `x-open`.
 */
export function markedSchemaOf(type: InputClass): JsonSchema {
  return targetConstructorToSchema(type, OPTIONS) as JsonSchema;
}

/** Component schemas of all body classes and the classes nested in them. */
export function inputSchemas(routes: readonly AnyRoute[]): Record<string, JsonSchema> {
  const all = validationMetadatasToSchemas(OPTIONS);
  const schemas: Record<string, JsonSchema> = {};
  const add = (name: string): void => {
    const schema = all[name] as JsonSchema | undefined;
    if (!schema || schemas[name]) return;
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
    const { 'x-batch': _isBatch, 'x-open': _isOpen, 'x-alias': alias, ...property } = marked;
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
    // Named once more in each choice, since readers of a description look for a required property beside its requirement.
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
