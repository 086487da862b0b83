import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateIf,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

const ENTRIES_MAX = 50;
const NAME_CHARS_MAX = 200;

/** Decorators as if written one above the other: the last is applied first. */
function all(...decorators: readonly ((target: object, name: string) => void)[]): PropertyDecorator {
  return (target, name) => [...decorators].reverse().forEach((decorate) => decorate(target, name as string));
}

/** May be left out; null is not "left out", and is refused. */
export function Optional(): PropertyDecorator {
  return ValidateIf((_body, value) => value !== undefined);
}

/** A whole number between bounds. */
export function Count(description: string, min: number, max: number): PropertyDecorator {
  const message = `$property must be a whole number from ${min} to ${max}`;
  return all(
    Optional(),
    JSONSchema({ description, type: 'integer' }),
    Max(max, { message }),
    Min(min, { message }),
    IsInt({ message }),
  );
}

/** A truth value. */
export function Flag(description: string): PropertyDecorator {
  return all(Optional(), JSONSchema({ description }), IsBoolean({ message: '$property must be true or false' }));
}

/** An amount of dollars. */
export function Dollars(description: string, max: number): PropertyDecorator {
  const message = `$property must be a number of US dollars from 0 to ${max}`;
  return all(
    Optional(),
    JSONSchema({ description }),
    Max(max, { message }),
    Min(0, { message }),
    IsNumber({ allowInfinity: false, allowNaN: false }, { message }),
  );
}

/** One of a few words. */
export function OneOf(description: string, words: readonly string[]): PropertyDecorator {
  const message = `$property must be one of ${words.join(', ')}`;
  return all(Optional(), JSONSchema({ description }), IsIn([...words], { message }));
}

/** Some of a few words, at least one. */
export function SomeOf(description: string, words: readonly string[]): PropertyDecorator {
  const message = `$property must be an array of 1 to ${words.length} of ${words.join(', ')}`;
  return all(
    Optional(),
    JSONSchema({ description, items: { type: 'string', enum: [...words] } }),
    IsIn([...words], { each: true, message }),
    ArrayMaxSize(words.length, { message }),
    ArrayMinSize(1, { message }),
    IsArray({ message }),
  );
}

/** Names that the snapshot knows. */
export function Names(description: string, example: string, min: 0 | 1 = 1): PropertyDecorator {
  const message = `$property must be an array of ${min} to ${ENTRIES_MAX} names of 1 to ${NAME_CHARS_MAX} characters`;
  return all(
    Optional(),
    JSONSchema({
      description,
      items: { type: 'string', minLength: 1, maxLength: NAME_CHARS_MAX, examples: [example] },
    }),
    Length(1, NAME_CHARS_MAX, { each: true, message }),
    IsString({ each: true, message }),
    ArrayMaxSize(ENTRIES_MAX, { message }),
    ArrayMinSize(min, { message }),
    IsArray({ message }),
  );
}

/** A day, or a month where the day does not matter. */
export function DayOrMonth(description: string, example: string): PropertyDecorator {
  return all(
    Optional(),
    JSONSchema({ description, examples: [example] }),
    Matches(/^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/, {
      message: `$property must be a day or a month, such as ${example}`,
    }),
    IsString({ message: `$property must be a day or a month, such as ${example}` }),
  );
}
