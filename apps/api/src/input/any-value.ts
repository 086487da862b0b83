import { registerDecorator } from 'class-validator';

/** Name of the rule, by which the input's structure knows it. */
export const ANY_VALUE = 'anyValue';

/** A member of which the class says nothing: whatever was sent is handed on unseen, for something else to check. */
export function AnyValue(): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name: ANY_VALUE,
      target: target.constructor,
      propertyName: propertyName as string,
      validator: { validate: () => true },
    });
}
