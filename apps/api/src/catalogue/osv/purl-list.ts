import { LIMITS } from '@stackcheck/contract';
import { PURL_LENGTH_MAX, PURL_TYPES } from '@stackcheck/osv-core';
import { registerDecorator, type ValidationArguments } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { BatchMax } from '../../input/batch-max';

/**
 * A list of purls. Only what is no text is refused: a text that is no purl is answered as such, in its place. How few are
 * allowed is said by `ArrayMinSize`.
 */
export function PurlList(): PropertyDecorator {
  return (target, propertyName) => {
    JSONSchema({
      type: 'array',
      description: `Up to ${LIMITS.purlsMax} package URLs with versions; their order is kept. At most ${PURL_LENGTH_MAX} characters each are read. Their packages may have ${LIMITS.advisoriesJudgedMax} advisories together, each package counted once in however many versions; no ${LIMITS.purlsMax} published ones have so many. Types: ${PURL_TYPES.join(', ')}.`,
      items: { type: 'string', examples: ['pkg:npm/lodash@4.17.20'] },
    })(target, propertyName as string);
    BatchMax(LIMITS.purlsMax)(target, propertyName);
    registerDecorator({
      name: 'purlList',
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
  if (!Array.isArray(value)) return ' must be an array of package URLs';
  const odd = (value as readonly unknown[]).findIndex((purl) => typeof purl !== 'string');
  return odd < 0 ? undefined : `[${odd}] must be a string`;
}
