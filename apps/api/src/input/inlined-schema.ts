import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import type { JsonSchema } from '@stackcheck/queries/json-schema';
import type { InputClass } from './input-class';
import { markedSchemaOf } from './marked-schema';

/** The marked schema of an input class with those of the classes in it in their places, so that it says all by itself. */
export function inlinedSchemaOf(type: InputClass): JsonSchema {
  const schema = markedSchemaOf(type);
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).map(
    ([name, property]): [string, JsonSchema] => {
      const nested = defaultMetadataStorage!.findTypeMetadata(type, name)?.typeFunction() as InputClass | undefined;
      return [name, nested === undefined ? property : withNested(property, inlinedSchemaOf(nested))];
    },
  );
  return { ...schema, properties: Object.fromEntries(properties), additionalProperties: false };
}

/** In the place of a reference, what is referred to. */
function withNested(property: JsonSchema, nested: JsonSchema): JsonSchema {
  if (property['type'] === 'array') return { ...property, items: nested };
  const { $ref: _reference, ...rest } = property;
  return { ...rest, ...nested };
}
