import { registerDecorator, type ValidationArguments } from 'class-validator';

/** Name of the rule, by which the input's structure and its published schema know it. */
export const BATCH_MAX = 'batchMax';

/**
 * Most entries of a list that is a batch, at whatever depth it stands: more are answered 413 `too_many_items`, before any of
 * them is looked at.
 */
export function BatchMax(max: number): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name: BATCH_MAX,
      target: target.constructor,
      propertyName: propertyName as string,
      constraints: [max],
      validator: {
        validate: (value: unknown) => !Array.isArray(value) || value.length <= max,
        defaultMessage: ({ property }: ValidationArguments) => `${property} must hold at most ${max} entries`,
      },
    });
}
