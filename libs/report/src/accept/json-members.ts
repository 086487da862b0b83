/** An object of JSON that nobody checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The text as an object of JSON; undefined where it is none. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether a value is an object of JSON, and no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; none where it is no list. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A text that is not empty, else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The texts of a list; none where it is no list. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.flatMap((each) => textOf(each) ?? []) : [];
}
