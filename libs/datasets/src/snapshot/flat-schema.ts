/** The few words of JSON Schema (2020-12, validation) that a manifest's shape is written in. */
export interface FlatSchema {
  readonly type?: SchemaType | readonly SchemaType[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly anyOf?: readonly FlatSchema[];
  readonly items?: FlatSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, FlatSchema>>;
  readonly additionalProperties?: false;
}

type SchemaType = 'array' | 'boolean' | 'integer' | 'null' | 'object' | 'string';

/**
 * Where and how a value differs from a schema, or undefined. Instead of ajv, which would be a third of a program that only opens
 * snapshots; a test compares the two.
 */
export function flatSchemaFault(value: unknown, schema: FlatSchema, place = ''): string | undefined {
  const { type, anyOf } = schema;
  const types = type === undefined ? [] : [type].flat();
  if (types.length > 0 && !types.some((one) => one === typeOf(value)))
    return `${place} must be ${types.join(',')}`.trim();
  if (anyOf && !anyOf.some((one) => flatSchemaFault(value, one) === undefined)) {
    return `${place} must match a schema in anyOf`.trim();
  }
  if ('const' in schema && value !== schema.const) return `${place} must be equal to constant`.trim();
  if (typeof value === 'string') return textFault(value, schema, place);
  if (typeof value === 'number') return numberFault(value, schema, place);
  if (Array.isArray(value)) return firstFault(value, (element, index) => elementFault(element, index, schema, place));
  return typeof value === 'object' && value !== null ? membersFault(value, schema, place) : undefined;
}

function typeOf(value: unknown): SchemaType | 'other' {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'other';
  return typeof value === 'object' || typeof value === 'string' || typeof value === 'boolean'
    ? (typeof value as SchemaType)
    : 'other';
}

function textFault(text: string, { pattern, minLength = 0 }: FlatSchema, place: string): string | undefined {
  if (text.length < minLength) return `${place} must NOT have fewer than ${minLength} characters`.trim();
  if (pattern === undefined || new RegExp(pattern, 'u').test(text)) return undefined;
  return `${place} must match pattern "${pattern}"`.trim();
}

function numberFault(number: number, { minimum = -Infinity }: FlatSchema, place: string): string | undefined {
  return number >= minimum ? undefined : `${place} must be >= ${minimum}`.trim();
}

function elementFault(element: unknown, index: number, { items }: FlatSchema, place: string): string | undefined {
  return items && flatSchemaFault(element, items, `${place}/${index}`);
}

function membersFault(
  value: object,
  { required = [], properties = {}, additionalProperties }: FlatSchema,
  place: string,
): string | undefined {
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${place} must have required property '${missing}'`.trim();
  return firstFault(Object.entries(value), ([name, member]) => {
    if (Object.hasOwn(properties, name)) return flatSchemaFault(member, properties[name]!, `${place}/${name}`);
    return additionalProperties === false ? `${place} must NOT have additional properties`.trim() : undefined;
  });
}

function firstFault<Element>(
  elements: readonly Element[],
  faultOf: (element: Element, index: number) => string | undefined,
): string | undefined {
  for (const [index, element] of elements.entries()) {
    const fault = faultOf(element, index);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
