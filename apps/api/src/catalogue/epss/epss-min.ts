import { IsNumber, IsOptional, Max, Min } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** A threshold of EPSS scores, from 0 to 1, that may be left out. @param description what it does */
export function EpssMin(description: string): PropertyDecorator {
  return (target, propertyName) => {
    JSONSchema({ description, examples: [0.1] })(target, propertyName as string);
    IsNumber({}, { message: 'epss_min must be a number from 0 to 1' })(target, propertyName);
    Max(1, { message: 'epss_min must be at most 1' })(target, propertyName);
    Min(0, { message: 'epss_min must be 0 or more' })(target, propertyName);
    IsOptional()(target, propertyName);
  };
}
