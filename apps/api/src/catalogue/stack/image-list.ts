import { LIMITS } from '@stackcheck/contract';
import { registerDecorator, type ValidationArguments } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { BatchMax } from '../../input/batch-max';

/** A list of image references. The first that is none is named by its place. */
export function ImageList(): PropertyDecorator {
  return (target, propertyName) => {
    JSONSchema({
      type: 'array',
      description: `Image references or FROM lines; their order is kept. Items and images together are at most ${LIMITS.itemsMax}.`,
      items: { type: 'string', minLength: 1, maxLength: LIMITS.imageCharsMax, examples: ['node:24-bookworm-slim'] },
    })(target, propertyName as string);
    BatchMax(LIMITS.itemsMax)(target, propertyName);
    registerDecorator({
      name: 'imageList',
      target: target.constructor,
      propertyName: propertyName as string,
      validator: {
        validate: (value: unknown) => listFault(value) === undefined,
        defaultMessage: ({ property, value }: ValidationArguments) => property + (listFault(value) ?? ''),
      },
    });
  };
}

function listFault(value: unknown): string | undefined {
  if (!Array.isArray(value)) return ' must be an array of image references';
  for (const [index, image] of value.entries() as IterableIterator<[number, unknown]>) {
    if (typeof image !== 'string') return `[${index}] must be a string`;
    if (image.length < 1 || image.length > LIMITS.imageCharsMax)
      return `[${index}] must be 1 to ${LIMITS.imageCharsMax} characters long`;
  }
  return undefined;
}
