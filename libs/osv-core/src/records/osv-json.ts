/** A JSON object whose fields are not known yet. */
export type Json = Readonly<Record<string, unknown>>;

/** A record breaks the OSV schema. Caught by `readOsvRecord` alone. */
export class FaultyRecord extends Error {
  /**
   * @param place `affected[0].ranges[1].type`; empty for the record itself
   * @param fault a sentence's end, said of the place
   */
  constructor(
    readonly place: string,
    fault: string,
  ) {
    super(`${place === '' ? 'the record' : place} ${fault}`);
  }
}

/** The value as an object; throws `FaultyRecord` for anything else. */
export function asRecord(value: unknown, place: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new FaultyRecord(place, 'is no object');
  }
  return value as Json;
}

/** The value as an array; absent and null are empty. */
export function asArray(value: unknown, place: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new FaultyRecord(place, 'is no array');
  return value;
}

/** The value as an array of texts; absent and null are empty. */
export function asTexts(value: unknown, place: string): readonly string[] {
  const texts = asArray(value, place);
  const odd = texts.findIndex((entry) => typeof entry !== 'string');
  if (odd >= 0) throw new FaultyRecord(`${place}[${odd}]`, 'is no text');
  return texts as readonly string[];
}

/** The text in a field that must be there and not be empty. @param parent place of the object that has the field */
export function textAt(json: Json, field: string, parent = ''): string {
  const value = json[field];
  if (typeof value !== 'string' || value === '') throw new FaultyRecord(within(parent, field), 'is no text');
  return value;
}

/** The place of a member: `package` in `affected[0]` is `affected[0].package`. */
export function within(parent: string, field: string): string {
  return parent === '' ? field : `${parent}.${field}`;
}
