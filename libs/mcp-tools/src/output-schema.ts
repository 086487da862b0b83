import type { JsonSchema } from '@stackcheck/queries/json-schema';
import type { PaidTool } from './paid-tools';

const ERROR: JsonSchema = {
  description: 'Why there is no answer: a code of the error table, or an object with code, message and next.',
};

/**
 * The schema of what a paid tool answers, of an offer and of an error. Clients validate every structured result against it, that
 * of an unpaid call too, although it is marked as an error: so it takes all three.
 */
export function paidOutput({ queries }: Pick<PaidTool, 'queries'>): JsonSchema {
  return {
    type: 'object',
    properties: {
      data: dataOf(queries.map(({ schema }) => schema.answer)),
      meta: { type: 'object', description: 'The signed snapshots that the answer is from.' },
      x402Version: { type: 'integer', description: 'Of an offer: the version of x402.' },
      accepts: { type: 'array', items: { type: 'object' }, description: 'Of an offer: what pays for the call.' },
      resource: { type: 'object', description: 'Of an offer: what is sold.' },
      extensions: { type: 'object', description: 'Of an offer.' },
      error: ERROR,
    },
    anyOf: [{ required: ['data'] }, { required: ['x402Version', 'accepts'] }, { required: ['error'] }],
  };
}

/** The same of a tool that costs nothing. */
export function freeOutput(): JsonSchema {
  return {
    type: 'object',
    properties: { data: { description: 'The answer.' }, error: ERROR },
    anyOf: [{ required: ['data'] }, { required: ['error'] }],
  };
}

/**
 * The members of `data` with their types and words, one level deep: the whole schemas are in the OpenAPI description, and would make
 * the list of tools a hundred kilobytes longer.
 */
function dataOf(answers: readonly JsonSchema[]): JsonSchema {
  const members = answers.flatMap((answer) =>
    Object.entries((answer['properties'] ?? {}) as Record<string, JsonSchema>),
  );
  const properties = Object.fromEntries(members.map(([name, member]) => [name, flat(member)]));
  return { type: 'object', properties };
}

function flat({ type, description, enum: words }: JsonSchema): JsonSchema {
  return {
    ...(type === undefined ? {} : { type }),
    ...(words === undefined ? {} : { enum: words }),
    ...(description === undefined ? {} : { description }),
  };
}
