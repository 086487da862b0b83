import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import type { InputClass } from './input-class';
import { markedSchemaOf } from './marked-schema';
import type { JsonSchema } from '@stackcheck/queries/json-schema';

/** What kind of value stands where in an input: all that has to hold before a rule may look at it. */
export type Structure = TextStructure | ListStructure | ObjectStructure | OpenStructure;

/** A value that holds no others: a text, a number, a truth value, null. */
interface TextStructure {
  readonly kind: 'scalar';
}

/** A list of bounded length. */
export interface ListStructure {
  readonly kind: 'list';
  readonly max: number;
  /** More entries are a batch over its limit, not a fault of the input. */
  readonly isBatch: boolean;
  readonly of: Structure;
}

/** An object that may hold these members and no others. */
export interface ObjectStructure {
  readonly kind: 'object';
  readonly type: InputClass;
  readonly members: ReadonlyMap<string, Member>;
  /** Another name of a member → the member's name. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** A value about which nothing is said here: what it is meant for checks it. */
interface OpenStructure {
  readonly kind: 'open';
}

/** One member of an object. */
export interface Member {
  readonly structure: Structure;
  /** A value that would do, as it is published. */
  readonly example: string | undefined;
}

/**
 * The structure of an input class, read from its published schema.
 * @throws Error where a list has no greatest length: whatever is sent in one is walked
 */
export function structureOf(type: InputClass): ObjectStructure {
  const properties = Object.entries(markedSchemaOf(type)['properties'] as Record<string, JsonSchema>);
  const members = properties.map(([name, schema]): [string, Member] => {
    const nested = defaultMetadataStorage!.findTypeMetadata(type, name)?.typeFunction() as InputClass | undefined;
    const [example] = (schema['examples'] ?? []) as readonly unknown[];
    const structure = structureIn(schema, nested, `${type.name}.${name}`);
    return [name, { structure, example: example === undefined ? undefined : String(example) }];
  });
  const aliases = properties.flatMap(([name, { 'x-alias': alias }]): [string, string][] =>
    alias === undefined ? [] : [[alias as string, name]],
  );
  return { kind: 'object', type, members: new Map(members), aliases: new Map(aliases) };
}

function structureIn(schema: JsonSchema, nested: InputClass | undefined, place: string): Structure {
  if (schema['x-open'] === true) return { kind: 'open' };
  if (schema['type'] === 'array') {
    const { maxItems: max, items, 'x-batch': isBatch } = schema;
    if (typeof max !== 'number') throw new Error(`${place} is a list without a greatest length`);
    return { kind: 'list', max, isBatch: isBatch === true, of: structureIn(items as JsonSchema, nested, place) };
  }
  if (nested) return structureOf(nested);
  return { kind: 'scalar' };
}
