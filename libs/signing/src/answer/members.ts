/** A JSON object of which nothing is known. */
export type Members = Readonly<Record<string, unknown>>;

/** The value as an object, if it is one. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
}

/** A member that is a text. */
export function textOf(members: Members, name: string): string | undefined {
  const value = Object.hasOwn(members, name) ? members[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
