import { validate, type AnyQuery } from '@stackcheck/queries';
import { eolIndex } from '@stackcheck/queries/eol';
import { modelsIndex } from '@stackcheck/queries/models';
import type { JsonSchema } from '@stackcheck/queries/json-schema';
import { PAID_TOOLS } from './paid-tools';
import { plainSchema } from './plain-schema';

/** A tool that costs nothing. */
export interface FreeTool {
  readonly name: 'list_products' | 'list_models' | 'validate_id' | 'quote' | 'get_status' | 'try_demo';
  readonly title: string;
  /** One sentence. */
  readonly says: string;
  /** The question behind it; absent where it is about the service itself. */
  readonly query?: AnyQuery;
  readonly input: JsonSchema;
}

const PAID_TOOL: JsonSchema = {
  type: 'string',
  enum: PAID_TOOLS.map(({ name }) => name),
  description: 'Name of a paid tool.',
};

const PART_OF_ID: JsonSchema = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      maxLength: 200,
      description: 'Part of an id, in any case; all of them where it is left out.',
    },
  },
  additionalProperties: false,
};

/** Every tool that costs nothing. */
export const FREE_TOOLS: readonly FreeTool[] = [
  {
    name: 'list_products',
    title: 'List products',
    says: 'Lists the ids of products whose end-of-life dates are known, or those that hold a text.',
    query: eolIndex,
    input: PART_OF_ID,
  },
  {
    name: 'list_models',
    title: 'List models',
    says: 'Lists the ids of LLM models whose prices are known, or those that hold a text.',
    query: modelsIndex,
    input: PART_OF_ID,
  },
  {
    name: 'validate_id',
    title: 'Validate an id',
    says: 'Says whether a paid tool would know an id, with close ids where it would not.',
    query: validate,
    input: plainSchema(validate.schema.input),
  },
  {
    name: 'quote',
    title: 'Quote a call',
    says: 'Says what a call of a paid tool costs and whether its arguments would be accepted, without buying it.',
    input: {
      type: 'object',
      properties: {
        tool: PAID_TOOL,
        arguments: { type: 'object', description: 'The arguments that the tool would be called with.' },
      },
      required: ['tool'],
      additionalProperties: false,
    },
  },
  {
    name: 'get_status',
    title: 'Get the status of the service',
    says: 'Says whether the service is ready, how old each dataset is, and how it is paid.',
    input: { type: 'object', properties: {}, additionalProperties: false },
  },
  {
    name: 'try_demo',
    title: 'Try a tool',
    says: 'Shows the arguments of an example call of a paid tool and the answer that was recorded of it.',
    input: { type: 'object', properties: { tool: PAID_TOOL }, required: ['tool'], additionalProperties: false },
  },
];
