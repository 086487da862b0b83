/** A JSON object whose fields are not known yet. */
export type Json = Readonly<Record<string, unknown>>;

/** A record breaks the OSV schema; the message names the field. Caught by `readOsvRecord` alone. */
export class FaultyRecord extends Error {}

/** The value as an object; throws `FaultyRecord` for anything else. */
export function asRecord(value: unknown, field: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new FaultyRecord(`${field} is no object`);
  }
  return value as Json;
}

/** The value as an array; absent and null are empty. */
export function asArray(value: unknown, field: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new FaultyRecord(`${field} is no array`);
  return value;
}

/** The value as an array of texts; absent and null are empty. */
export function asTexts(value: unknown, field: string): readonly string[] {
  return asArray(value, field).map((entry) => {
    if (typeof entry !== 'string') throw new FaultyRecord(`${field} holds something other than text`);
    return entry;
  });
}

/** The text in a field that must be there and not be empty. */
export function textAt(json: Json, field: string): string {
  const value = json[field];
  if (typeof value !== 'string' || value === '') throw new FaultyRecord(`${field} is no text`);
  return value;
}
