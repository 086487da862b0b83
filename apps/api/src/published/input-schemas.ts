import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { targetConstructorToSchema, validationMetadatasToSchemas } from 'class-validator-jsonschema';
import type { AnyRoute, InputClass } from '../routes/define-route';
import type { JsonSchema } from '../routes/json-schema';

/**
 * Checks of our own that have no JSON Schema keyword; everything they refuse is told in the description. That a nested
 * item is an object is told by the schema it refers to.
 */
const ADDITIONAL_CONVERTERS = {
  plainText: {},
  cveList: {},
  imageList: {},
  purlList: {},
  nestedValidation: {},
  isObject: {},
};

/** Schema of an input class, made from its decorators. */
function schemaOf(type: InputClass): JsonSchema {
  const schema = targetConstructorToSchema(type, {
    classTransformerMetadataStorage: defaultMetadataStorage,
    additionalConverters: ADDITIONAL_CONVERTERS,
  });
  return { ...(schema as JsonSchema), additionalProperties: false };
}

/** Component schemas of all body classes and the classes nested in them. */
export function inputSchemas(routes: readonly AnyRoute[]): Record<string, JsonSchema> {
  const all = validationMetadatasToSchemas({
    classTransformerMetadataStorage: defaultMetadataStorage,
    additionalConverters: ADDITIONAL_CONVERTERS,
  });
  const schemas: Record<string, JsonSchema> = {};
  const add = (name: string): void => {
    const schema = all[name] as JsonSchema | undefined;
    if (!schema || schemas[name]) return;
    schemas[name] = { ...schema, additionalProperties: false };
    for (const [, nested] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)) add(nested!);
  };
  for (const route of routes) if (route.body) add(route.body.name);
  return schemas;
}

/** Path and query parameters of a route, from its params class. */
export function parametersOf(route: AnyRoute, pathNames: readonly string[]): object[] {
  if (!route.params) return [];
  const schema = schemaOf(route.params) as { properties: Record<string, JsonSchema>; required?: string[] };
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
