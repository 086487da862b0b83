import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import type { Schema, ServedApi } from './served-api';

const FORMATS: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  uri: /^[a-z][a-z0-9+.-]*:\/\/\S+$/i,
};

/** Says what is wrong with a value by a schema of the description; undefined when nothing is. */
export type SchemaCheck = (schema: Schema, value: unknown) => string | undefined;

/** A check with the description's components (JSON Schema 2020-12); each schema is compiled once. */
export function createSchemaCheck({ schemas }: Pick<ServedApi, 'schemas'>): SchemaCheck {
  const ajv = new Ajv2020({ strict: false, formats: FORMATS });
  const compiled = new Map<Schema, ValidateFunction>();
  return (schema, value) => {
    let validate = compiled.get(schema);
    if (!validate) compiled.set(schema, (validate = ajv.compile({ ...schema, components: { schemas } })));
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
}
