import { LIMITS } from '@stackcheck/contract';
import { IsString, Length } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { PlainText } from '../../input/plain-text';

/** A product id, alias, cycle or version: 1 to 200 printable characters. */
export function IdText(description: string, example: string): PropertyDecorator {
  return (target, name) => {
    JSONSchema({ description, examples: [example] })(target, name as string);
    PlainText()(target, name as string);
    Length(1, LIMITS.idCharsMax, { message: `$property must be 1 to ${LIMITS.idCharsMax} characters long` })(
      target,
      name as string,
    );
    IsString({ message: '$property must be a string' })(target, name as string);
  };
}
