import type { JsonSchema } from '@stackcheck/queries/json-schema';

/**
 * The schema of a query's input as any client of the protocol may validate by it: without this service's own keywords, where null
 * is allowed as the query takes it.
 */
export function plainSchema(schema: JsonSchema): JsonSchema {
  const { 'x-nullable': nullable, ...rest } = schema;
  const kept = Object.entries(rest).filter(([keyword]) => !keyword.startsWith('x-'));
  const plain = Object.fromEntries(kept.map(([keyword, value]) => [keyword, plainMember(keyword, value)]));
  const { type } = plain;
  return nullable === true && typeof type === 'string' ? { ...plain, type: [type, 'null'] } : plain;
}

function plainMember(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') {
    const members = Object.entries(value as Readonly<Record<string, JsonSchema>>).flatMap(([name, member]) =>
      named(name, member),
    );
    return Object.fromEntries(members);
  }
  return keyword === 'items' ? plainSchema(value as JsonSchema) : value;
}

/** A list that has a second name is published under both, since no more members than these are allowed. */
function named(name: string, member: JsonSchema): [string, JsonSchema][] {
  const plain = plainSchema(member);
  const alias = member['x-alias'];
  if (typeof alias !== 'string') return [[name, plain]];
  return [
    [name, plain],
    [alias, { ...plain, description: `Another name of \`${name}\`.` }],
  ];
}
