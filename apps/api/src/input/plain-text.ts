import { registerDecorator } from 'class-validator';

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Whether a string has no control characters and no lone surrogates, so that it can be logged and echoed. */
export function isPlainText(value: string): boolean {
  return !CONTROL.test(value) && !/\p{Surrogate}/u.test(value);
}

/**
 * A name that a stranger chose, in quotes, for a message: at most `charsMax` characters, each control character and lone
 * surrogate shown as U+FFFD, so that the message can be printed and logged.
 */
export function quoted(name: string, charsMax: number): string {
  const shown = [...name].slice(0, charsMax).map((character) => (isPlainText(character) ? character : '\ufffd'));
  return `"${shown.join('')}"`;
}

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
