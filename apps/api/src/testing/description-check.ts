import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import type { JsonSchema } from '@stackcheck/queries/json-schema';

/** Says what is wrong with a value by a schema of the published description; undefined when nothing is. */
export type DescriptionCheck = (schema: JsonSchema, value: unknown) => string | undefined;

/** A check by the schemas of an OpenAPI document (JSON Schema 2020-12), references to its components included. */
export function descriptionCheck(document: JsonSchema): DescriptionCheck {
  const ajv = new Ajv2020({
    strict: false,
    formats: { date: /^\d{4}-\d\d-\d\d$/, 'date-time': /Z$/, uri: /^https?:/ },
  });
  const compiled = new Map<JsonSchema, ValidateFunction>();
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components: document['components'] });
    compiled.set(schema, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
}
