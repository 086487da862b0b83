/** Members of a JSON object, a YAML mapping or a TOML table. Read them with the functions here: a key may be `__proto__`. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether the value is an object with members: no list, no null. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own member of this name; undefined where there is none or the value has no members. */
export function valueAt(value: unknown, key: string): unknown {
  return isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The member, where it is an object. */
export function objectAt(value: unknown, key: string): Fields | undefined {
  const member = valueAt(value, key);
  return isFields(member) ? member : undefined;
}

/** The member, where it is a list; an empty one otherwise. */
export function arrayAt(value: unknown, key: string): readonly unknown[] {
  const member = valueAt(value, key);
  return Array.isArray(member) ? member : [];
}

/** The member, where it is a text. */
export function stringAt(value: unknown, key: string): string | undefined {
  const member = valueAt(value, key);
  return typeof member === 'string' ? member : undefined;
}

/** Names and values of the member's own members, where it is an object; none otherwise. */
export function entriesAt(value: unknown, key: string): readonly (readonly [string, unknown])[] {
  const member = objectAt(value, key);
  return member === undefined ? [] : Object.entries(member);
}

/** The same one by one, where there may be a hundred thousand of them: a list of pairs is as large as what they are of. */
export function* eachEntryAt(value: unknown, key: string): Generator<readonly [string, unknown], void> {
  const member = objectAt(value, key);
  for (const name of Object.keys(member ?? {})) yield [name, valueAt(member, name)];
}

/** Whether the member says yes: `true` of JSON and TOML, or its text in YAML, which is read as texts alone. */
export function isTrueAt(value: unknown, key: string): boolean {
  const member = valueAt(value, key);
  return member === true || member === 'true';
}
