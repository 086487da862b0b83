import { ServiceError } from '@stackcheck/contract';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { AnyRoute, InputClass } from '../routes/define-route';
import { goodInput, type GoodInput } from './good-input';
import { quoted } from './plain-text';
import { readQuery } from './target';

/** What the request says, still unread. */
export interface RawInput {
  readonly pathParams: Readonly<Record<string, string>>;
  readonly query: string | null;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  body(): Promise<Buffer>;
  /** The body as strict UTF-8 JSON; rejects with `bad_request`. */
  json(): Promise<unknown>;
}

/** A route's checked input. */
export interface Input {
  readonly params: object;
  readonly body: object;
}

/**
 * The only place where input is checked: by the route's DTO classes, without extra properties.
 * @throws ServiceError `bad_request`, `too_many_items` or `body_too_large`, naming the field and what would do
 */
export async function readInput(route: AnyRoute, raw: RawInput): Promise<Input> {
  const params = readParams(route, raw);
  if (!route.body) return { params, body: {} };
  return { params, body: check(route.body, await readJsonObject(route, raw), '') };
}

function readParams(route: AnyRoute, raw: RawInput): object {
  const values = route.anyQuery ? {} : readKnownQuery(route, raw);
  return route.params ? checkedParams(route.params, Object.assign(values, raw.pathParams)) : {};
}

/** Checking costs more than most answers, and the same questions are asked again and again. */
const checkedBefore = new WeakMap<InputClass, Map<string, object>>();
const CHECKED_MAX = 1_000;
const CHECKED_CHARS_MAX = 512;

/** Frozen, since the same object is given to every request with these values. */
function checkedParams(type: InputClass, values: object): object {
  let known = checkedBefore.get(type);
  if (!known) checkedBefore.set(type, (known = new Map()));
  const key = JSON.stringify(values);
  const params = known.get(key) ?? Object.freeze(check(type, values, 'query parameter '));
  if (known.size >= CHECKED_MAX) known.clear();
  if (key.length <= CHECKED_CHARS_MAX) known.set(key, params);
  return params;
}

function readKnownQuery(route: AnyRoute, raw: RawInput): Record<string, unknown> {
  const query = readQuery(raw.query);
  if ('fault' in query) throw new ServiceError('bad_request', { message: query.fault });
  for (const name of query.values.keys()) {
    if (!route.params || name in raw.pathParams) throw unknownParameter(name);
  }
  return Object.fromEntries(query.values);
}

function unknownParameter(name: string): ServiceError {
  return new ServiceError('bad_request', {
    message: `query parameter ${quoted(name, 50)} is not known on this route`,
  });
}

async function readJsonObject(route: AnyRoute, raw: RawInput): Promise<object> {
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(raw.contentType ?? '')) {
    throw new ServiceError('bad_request', {
      message: 'the body must be sent as Content-Type: application/json (UTF-8)',
    });
  }
  if (raw.contentEncoding && raw.contentEncoding.toLowerCase() !== 'identity') {
    throw new ServiceError('bad_request', { message: 'the body must be sent without Content-Encoding' });
  }
  const value = await raw.json();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError('bad_request', { message: 'the body must be a JSON object' });
  }
  for (const [field, max] of Object.entries(route.batches ?? {})) {
    const list = (value as Record<string, unknown>)[field];
    if (Array.isArray(list) && list.length > max) {
      throw new ServiceError('too_many_items', {
        message: `${field} holds ${list.length} entries; at most ${max} are allowed`,
      });
    }
  }
  return value;
}

const goodInputs = new WeakMap<InputClass, GoodInput>();

function check<T extends object>(type: InputClass<T>, plain: object, kind: string): T {
  let isGood = goodInputs.get(type);
  if (!isGood) goodInputs.set(type, (isGood = goodInput(type)));
  return (isGood(plain) as T | undefined) ?? checkWhole(type, plain, kind);
}

/**
 * The check by class-validator itself, which finds the words for what is wrong.
 * @throws ServiceError `bad_request`
 */
export function checkWhole<T extends object>(type: InputClass<T>, plain: object, kind: string): T {
  const instance = plainToInstance(type, plain);
  const errors = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true });
  const first = errors[0];
  if (first) throw new ServiceError('bad_request', { message: describe(first, '', kind) });
  return instance;
}

/** The first fault, with the path of its field, e.g. `items[3].version must be a string`. */
function describe(error: ValidationError, parent: string, kind: string): string {
  const path = /^\d+$/.test(error.property)
    ? `${parent}[${error.property}]`
    : [parent, error.property].filter(Boolean).join('.');
  const child = error.children?.[0];
  if (!error.constraints && child) return describe(child, path, kind);
  const [rule, message] = Object.entries(error.constraints ?? {}).at(-1) ?? ['', 'is invalid'];
  if (rule === 'whitelistValidation') return `${kind || 'property '}${quoted(path, 100)} is not known`;
  return message.startsWith(error.property) ? path + message.slice(error.property.length) : `${path}: ${message}`;
}
