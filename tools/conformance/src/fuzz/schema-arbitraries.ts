import fc from 'fast-check';
import type { Schema } from '../oracle/served-api';
import { longText, wildText } from './wild-text';

/** What a schema is read with. */
export interface SchemaContext {
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Text that means something to the service, for a parameter or member of this name. */
  words(name: string): fc.Arbitrary<string>;
}

const LENGTH_MAX = 50_000;

/** Values that a schema accepts (of the keywords that input schemas use). */
export function acceptedBy(schema: Schema, context: SchemaContext, name = ''): fc.Arbitrary<unknown> {
  const one = resolve(schema, context);
  if ('const' in one) return fc.constant(one['const']);
  if (Array.isArray(one['enum'])) return fc.constantFrom(...(one['enum'] as unknown[]));
  switch (one['type']) {
    case 'string':
      return text(one, context.words(name));
    case 'integer':
      return fc.integer({ min: (one['minimum'] as number) ?? -1_000, max: (one['maximum'] as number) ?? 1_000 });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return list(one, context, name);
    case 'object':
      return one['properties'] ? record(one, context) : dictionary(one, context);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Values close to what a schema accepts: one length, one member or one type is wrong somewhere. */
export function nearlyAcceptedBy(schema: Schema, context: SchemaContext): fc.Arbitrary<unknown> {
  const one = resolve(schema, context);
  const otherType = fc.constantFrom<unknown>(null, 0, 3.1, true, [], {}, [[]], 'x', '');
  if (one['type'] === 'array') {
    const items = one['items'] as Schema;
    const max = (one['maxItems'] as number | undefined) ?? 5;
    return fc.oneof(
      otherType,
      fc.array(nearlyAcceptedBy(items, context), { minLength: 1, maxLength: 3 }),
      acceptedBy(items, context).map((item) => Array.from({ length: max + 1 }, () => item)),
      acceptedBy(items, context).map((item) => Array.from({ length: max }, () => item)),
    );
  }
  if (one['type'] === 'object' && one['properties']) return fc.oneof(otherType, brokenRecord(one, context));
  if (one['type'] === 'object') return fc.oneof(otherType, fc.dictionary(wildText, anyValue, { maxKeys: 3 }));
  const max = (one['maxLength'] as number | undefined) ?? 300;
  return fc.oneof(otherType, fc.constant('x'.repeat(Math.min(max, LENGTH_MAX) + 1)), wildText);
}

/** Anything at all, JSON or not as text is made of it. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(fc.jsonValue({ maxDepth: 4 }), wildText, longText);

function text(schema: Schema, words: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const min = (schema['minLength'] as number | undefined) ?? 0;
  const max = Math.min((schema['maxLength'] as number | undefined) ?? 200, LENGTH_MAX);
  const free = { minLength: min, maxLength: Math.max(min, Math.min(max, 40)) };
  return fc.oneof(
    { arbitrary: words.map((word) => cut(word, max).padEnd(min, 'x')), weight: 20 },
    { arbitrary: fc.string({ ...free, unit: 'grapheme' }).map((made) => cut(made, max)), weight: 2 },
    { arbitrary: fc.constantFrom('x'.repeat(max), 'é'.repeat(max)), weight: 1 },
  );
}

/** At most so many characters, counted as JSON Schema does (code points). */
function cut(text: string, max: number): string {
  return [...text].slice(0, max).join('');
}

function list(schema: Schema, context: SchemaContext, name: string): fc.Arbitrary<unknown[]> {
  const min = (schema['minItems'] as number | undefined) ?? 0;
  const max = (schema['maxItems'] as number | undefined) ?? 10;
  const items = acceptedBy(schema['items'] as Schema, context, name);
  return fc.oneof(
    { arbitrary: fc.array(items, { minLength: min, maxLength: Math.min(max, Math.max(min, 4)) }), weight: 9 },
    { arbitrary: fc.array(items, { minLength: max, maxLength: max, size: 'max' }), weight: 1 },
  );
}

/** An object of which only the kind of the members is said. */
function dictionary(schema: Schema, context: SchemaContext): fc.Arbitrary<object> {
  const members = acceptedBy((schema['additionalProperties'] ?? {}) as Schema, context);
  return fc.dictionary(fc.constantFrom('product', 'cycle', 'items', 'image', 'x'), members, { maxKeys: 3 });
}

function record(schema: Schema, context: SchemaContext): fc.Arbitrary<object> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const model = Object.fromEntries(properties.map(([name, property]) => [name, acceptedBy(property, context, name)]));
  const choices = choicesOf(schema);
  const needed = choices.flatMap(({ names, isNeeded }) => (isNeeded ? names : []));
  const requiredKeys = [...((schema['required'] ?? []) as string[]), ...needed];
  const made = fc.record(model, { requiredKeys });
  return choices.reduce<fc.Arbitrary<object>>(
    (all, { names }) => fc.tuple(all, fc.constantFrom(...names)).map(([value, kept]) => onlyOne(value, names, kept)),
    made,
  );
}

/** Names of one member, of which at most one may be sent; where it is needed, exactly one. */
interface Choice {
  readonly names: readonly string[];
  readonly isNeeded: boolean;
}

function choicesOf(schema: Schema): readonly Choice[] {
  const parts = [schema, ...((schema['allOf'] ?? []) as Schema[])];
  return parts.flatMap(({ oneOf, not }): Choice[] => {
    const either = oneOf as readonly { readonly required: readonly string[] }[] | undefined;
    if (either) return [{ names: either.flatMap(({ required }) => required), isNeeded: true }];
    const both = not as { readonly required: readonly string[] } | undefined;
    return both ? [{ names: both.required, isNeeded: false }] : [];
  });
}

/** The value with the member under one of its names, from under whichever it was made. */
function onlyOne(value: object, names: readonly string[], kept: string): object {
  const { ...rest } = value as Record<string, unknown>;
  const made = names.map((name) => rest[name]).find((member) => member !== undefined);
  for (const name of names) delete rest[name];
  return made === undefined ? rest : { ...rest, [kept]: made };
}

function brokenRecord(schema: Schema, context: SchemaContext): fc.Arbitrary<object> {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const names = Object.keys(properties);
  const odd = fc.constantFrom('extra', '__proto__', 'constructor', 'toString', '', 'Product', '\u0000');
  const base = record(schema, context);
  const without = fc.tuple(base, fc.constantFrom(...names)).map(([value, name]) => {
    const { [name]: _left, ...rest } = value as Record<string, unknown>;
    return rest;
  });
  const more = fc.tuple(base, odd, anyValue).map(([value, name, extra]) => withMember(value, name, extra));
  const worse = fc
    .constantFrom(...names)
    .chain((name) =>
      fc.tuple(base, nearlyAcceptedBy(properties[name]!, context)).map(([value, bad]) => ({ ...value, [name]: bad })),
    );
  return fc.oneof(without, more, worse);
}

/** Also a member called `__proto__`, as JSON can hold one. */
function withMember(value: object, name: string, member: unknown): object {
  const copy = { ...value };
  Object.defineProperty(copy, name, { value: member, enumerable: true, configurable: true, writable: true });
  return copy;
}

function resolve(schema: Schema, { schemas }: SchemaContext): Schema {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(String(schema['$ref'] ?? ''))?.[1];
  return name === undefined ? schema : schemas[name]!;
}
