/** A JSON Schema 2020-12 object, as OpenAPI 3.1 uses it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** An object whose listed properties are all required unless named optional. */
export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  options: { readonly optional?: readonly string[]; readonly description?: string } = {},
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !options.optional?.includes(name));
  return {
    type: 'object',
    ...(options.description ? { description: options.description } : {}),
    properties,
    required,
    additionalProperties: false,
  };
}

/** A schema that also accepts null. */
export function nullable(schema: JsonSchema): JsonSchema {
  return { ...schema, type: [schema['type'], 'null'] };
}

/** An array of one shape. */
export function array(items: JsonSchema, description?: string): JsonSchema {
  return { type: 'array', items, ...(description ? { description } : {}) };
}

/** A string with a description. */
export function text(description: string): JsonSchema {
  return { type: 'string', description };
}

/** A calendar day. */
export function day(description: string): JsonSchema {
  return { type: 'string', format: 'date', description };
}

/** A whole number. */
export function integer(description: string, minimum?: number): JsonSchema {
  return { type: 'integer', description, ...(minimum === undefined ? {} : { minimum }) };
}

/** A truth value. */
export function flag(description: string): JsonSchema {
  return { type: 'boolean', description };
}

/** A reference to a schema of the published description. */
export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** A reference to a schema whose place may hold null. */
export function orNull(name: string, description: string): JsonSchema {
  return { oneOf: [ref(name), { type: 'null' }], description };
}
