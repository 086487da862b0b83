import { LIMITS, ServiceError } from '@stackcheck/contract';
import { nearestName } from '@stackcheck/contract/spelling';
import { isPlainText, keepSentName, placeOf, quoted } from '@stackcheck/contract/wording';
import INPUTS from './inputs.golden.json';
import type { JsonSchema } from './json-schema';
import { cveFault } from './cve-fault';

/**
 * The form of a query's input: the schema that the API's input class of that query says, references resolved. Besides keywords of
 * JSON Schema there are `x-batch` (more entries are `too_many_items`), `x-alias` (another name), `x-nullable` (null is
 * "left out"), `x-plain-text` (no control characters) and `x-form` (`cve`, `image`).
 */
export function inputSchemaOf(id: string): JsonSchema {
  return (INPUTS as Readonly<Record<string, JsonSchema>>)[id] ?? { type: 'object', properties: {} };
}

/** Makes what reads the inputs of a query: the verdict of its schema, and the input with every list under its own name. */
export function readerOf<Input extends object>(id: string): (raw: unknown) => Input {
  const schema = inputSchemaOf(id);
  return (raw) => {
    if (!isMembers(raw)) throw bad('the input must be an object');
    requireBatches(schema, raw, '');
    return readObject(schema, raw, '') as Input;
  };
}

type Members = Readonly<Record<string, unknown>>;

/** Before any entry is looked at, wherever a batch stands. */
function requireBatches(schema: JsonSchema, value: Members, place: string): void {
  for (const [name, member] of propertiesOf(schema)) {
    const alias = member['x-alias'] as string | undefined;
    for (const sent of alias === undefined ? [name] : [name, alias]) {
      const inner = value[sent];
      if (Array.isArray(inner)) requireBatch(member, inner, placeOf(place, sent));
      else if (isMembers(inner) && member['properties']) requireBatches(member, inner, placeOf(place, sent));
    }
  }
}

function requireBatch({ maxItems, ...schema }: JsonSchema, { length }: readonly unknown[], place: string): void {
  if (schema['x-batch'] !== true || length <= (maxItems as number)) return;
  const message = `${place} holds ${length} entries; at most ${String(maxItems)} are allowed`;
  throw new ServiceError('too_many_items', { message });
}

function readObject(schema: JsonSchema, value: Members, place: string): object {
  const properties = new Map(propertiesOf(schema));
  const ownNames = new Map([...properties].map(([name, { 'x-alias': alias }]) => [alias ?? name, name]));
  const read: Record<string, unknown> = {};
  for (const sent of Object.keys(value)) {
    const name = properties.has(sent) ? sent : (ownNames.get(sent) as string | undefined);
    if (name === undefined) throw unknownMember(place, sent, [...properties.keys()]);
    if (Object.hasOwn(read, name)) throw bad(`${placeOf(place, sent)} and ${name} are two names of one list; send one`);
    const member = (read[name] = readMember(properties.get(name)!, value[sent], placeOf(place, sent)));
    if (sent !== name && Array.isArray(member)) keepSentName(member, sent);
  }
  for (const name of (schema['required'] ?? []) as readonly string[]) {
    if (read[name] === undefined) throw bad(`${placeOf(place, name)} is missing`);
  }
  for (const [name, part] of Object.entries(read)) if (part === undefined) delete read[name];
  return read;
}

/** Undefined for what counts as left out. */
function readMember(schema: JsonSchema, value: unknown, place: string): unknown {
  if (value === undefined || (value === null && schema['x-nullable'] === true)) return undefined;
  return readValue(schema, value, place);
}

function readValue(schema: JsonSchema, value: unknown, place: string): unknown {
  if (schema['properties']) {
    if (!isMembers(value)) throw bad(`${place} must be an object`);
    return readObject(schema, value, place);
  }
  if (schema['type'] === 'array') return readList(schema, value, place);
  const fault = scalarFault(schema, value);
  if (fault !== undefined) throw bad(`${place} ${fault}`);
  return value;
}

interface ListBounds {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
}

function readList(schema: JsonSchema, value: unknown, place: string): unknown[] {
  if (!Array.isArray(value)) throw bad(`${place} must be an array`);
  const { minItems = 0, maxItems = Infinity, items } = schema as ListBounds;
  if (value.length < minItems) throw bad(`${place} must hold at least ${minItems} entries`);
  if (value.length > maxItems) throw bad(`${place} must hold at most ${maxItems} entries`);
  const form = schema['x-form'] as Form | undefined;
  return value.map((entry: unknown, at) => {
    const fault = form && formFault(form, entry);
    if (fault !== undefined) throw bad(`${place}[${at}] ${fault}`);
    return form ? entry : readValue(items ?? {}, entry, `${place}[${at}]`);
  });
}

/** Texts whose form no keyword can say. */
type Form = 'cve' | 'image';

function formFault(form: Form, entry: unknown): string | undefined {
  if (typeof entry !== 'string') return 'must be a string';
  if (form === 'cve') return cveFault(entry);
  const { length } = entry;
  const max = LIMITS.imageCharsMax;
  return length < 1 || length > max ? `must be 1 to ${max} characters long` : undefined;
}

function scalarFault(schema: JsonSchema, value: unknown): string | undefined {
  const { type, enum: words } = schema as { type?: string; enum?: readonly unknown[] };
  if (words !== undefined && !words.includes(value)) return `must be one of ${words.join(', ')}`;
  if (type === 'string') return typeof value === 'string' ? textFault(schema, value) : 'must be a string';
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'must be true or false';
  if (type === 'integer' && !Number.isInteger(value)) return 'must be a whole number';
  if (type === 'number' && !Number.isFinite(value)) return 'must be a number';
  if (type === 'integer' || type === 'number') return numberFault(schema, value as number);
  return undefined;
}

interface TextBounds {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

function textFault(schema: JsonSchema, value: string): string | undefined {
  const { minLength = 0, maxLength = Infinity, pattern } = schema as TextBounds;
  const length = charsOf(value);
  if (length < minLength || length > maxLength) return `must be ${minLength} to ${maxLength} characters long`;
  if (pattern !== undefined && !new RegExp(pattern).test(value)) return 'is not of the form that it must have';
  if (schema['x-plain-text'] === true && !isPlainText(value))
    return 'must not hold control characters or broken UTF-16';
  return undefined;
}

/** Characters as a reader counts them: a pair of surrogates is one, and so is a character with a variation selector. */
function charsOf(text: string): number {
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0;
  const variations = text.match(/[^\uFE0F\uFE0E][\uFE0F\uFE0E]/g)?.length ?? 0;
  return text.length - pairs - variations;
}

function numberFault(schema: JsonSchema, value: number): string | undefined {
  const { minimum = -Infinity, maximum = Infinity } = schema as { minimum?: number; maximum?: number };
  return value < minimum || value > maximum ? `must be from ${minimum} to ${maximum}` : undefined;
}

function propertiesOf(schema: JsonSchema): [string, JsonSchema][] {
  return Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
}

function unknownMember(place: string, sent: string, names: readonly string[]): ServiceError {
  const meant = nearestName(sent, names, (chars) => Math.floor(chars / 3));
  const hint = meant === undefined ? '' : `did you mean "${meant}"? `;
  return bad(`property ${quoted(placeOf(place, sent), 100)} is not known; ${hint}known here: ${names.join(', ')}`);
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bad(message: string): ServiceError {
  return new ServiceError('bad_request', { message });
}
