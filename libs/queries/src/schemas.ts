import { EOL_SCHEMAS } from './eol/schema';
import { EPSS_SCHEMAS } from './epss/schema';
import type { JsonSchema } from './query/json-schema';
import { KEV_SCHEMAS } from './kev/schema';
import { MODELS_SCHEMAS } from './models/schema';
import { OSV_SCHEMAS } from './osv/schema';
import { STACK_SCHEMAS } from './stack/schema';

/** The component schemas that the answers of all queries refer to, by the name they are published under. */
export const ANSWER_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...EOL_SCHEMAS,
  ...KEV_SCHEMAS,
  ...EPSS_SCHEMAS,
  ...MODELS_SCHEMAS,
  ...OSV_SCHEMAS,
  ...STACK_SCHEMAS,
};
