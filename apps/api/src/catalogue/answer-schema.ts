import { object, ref, type JsonSchema } from '@stackcheck/queries/json-schema';

/** The body of an answer: `{data, meta}`, or `{data}` where that says itself what it is from. */
export function answerSchema(data: JsonSchema, meta?: 'Meta' | 'JoinedMeta' | 'StackMeta'): JsonSchema {
  return object(meta === undefined ? { data } : { data, meta: ref(meta) });
}
