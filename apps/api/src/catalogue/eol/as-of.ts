import { AS_OF_YEARS_MAX } from '@stackcheck/queries/as-of';
import { IsOptional, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/**
 * The day that a question is about, where it is not today. Which days can be asked about depends on today, so the query says it.
 * @param description what is of that day
 */
export function AsOf(description: string): PropertyDecorator {
  return (target, propertyName) => {
    JSONSchema({
      description: `${description} YYYY-MM-DD, from today (UTC) to ${AS_OF_YEARS_MAX} years ahead; today unless said.`,
      format: 'date',
      examples: ['2030-06-15'],
    })(target, propertyName as string);
    IsString({ message: '$property must be a day, written YYYY-MM-DD' })(target, propertyName);
    IsOptional()(target, propertyName);
  };
}
