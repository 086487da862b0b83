import { isPlainText } from '@stackcheck/contract/wording';
import { registerDecorator } from 'class-validator';

/** Refuses control characters and lone surrogates. */
export function PlainText(): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name: 'plainText',
      target: target.constructor,
      propertyName: propertyName as string,
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || isPlainText(value),
        defaultMessage: () => '$property must not hold control characters or broken UTF-16',
      },
    });
}
