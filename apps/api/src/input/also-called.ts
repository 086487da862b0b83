import { registerDecorator } from 'class-validator';

/** Name of the rule, by which the input's structure and its published schema know it. */
export const ALSO_CALLED = 'alsoCalled';

/**
 * Another name that callers may give the property. It is renamed before anything else sees the input, so that a payment's
 * fingerprint and a watch token never depend on it; sent together with the property's own name it is refused.
 */
export function AlsoCalled(alias: string): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name: ALSO_CALLED,
      target: target.constructor,
      propertyName: propertyName as string,
      constraints: [alias],
      validator: { validate: () => true },
    });
}
