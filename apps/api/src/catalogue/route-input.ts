import { ServiceError } from '@stackcheck/contract';
import { nearestName } from '@stackcheck/contract/spelling';
import { quoted } from '@stackcheck/contract/wording';
import { BoundedMap } from '../fast/bounded-map';
import { checkInput, prepareCheck, type CheckedInput } from '../input/check-input';
import type { InputClass } from '../input/input-class';
import { parseForm } from '../input/parse-form';
import { parseJson } from '../input/parse-json';
import { errorsExcused } from '../input/reduce-input';
import { readQuery } from '../input/target';
import { pathParamsOf, type AnyRoute } from './define-route';

/** A route's checked input. */
export interface Input {
  readonly params: object;
  readonly body: object;
}

/** What a request says outside its body, still unread. */
export interface SentParameters {
  readonly pathParams: Readonly<Record<string, string>>;
  /** Raw query without `?`; null when there is none. */
  readonly query: string | null;
}

/** Makes what the inputs of a route are checked with, so that no request has to wait for it. */
export function prepareInput(route: AnyRoute): void {
  if (route.params) prepareCheck(route.params);
  if (route.body) prepareCheck(route.body);
  queryNamesOf(route);
}

/**
 * Path and query parameters, checked by the route's class.
 * @throws ServiceError `bad_request`
 */
export function readParams(route: AnyRoute, raw: SentParameters): object {
  const values = readKnownQuery(route, raw);
  return route.params ? checkedParams(route.params, Object.assign(values, raw.pathParams)) : {};
}

/** Checking costs more than most answers, and the same questions are asked again and again. */
const checkedBefore = new WeakMap<InputClass, BoundedMap<string, object>>();
const CHECKED_MAX = 1_000;
const CHECKED_CHARS_MAX = 512;

/** Frozen, since the same object is given to every request with these values. */
function checkedParams(type: InputClass, values: object): object {
  let known = checkedBefore.get(type);
  if (!known) checkedBefore.set(type, (known = new BoundedMap(CHECKED_MAX)));
  const key = JSON.stringify(values);
  const before = known.get(key);
  if (before) return before;
  const params = Object.freeze(checkInput(type, values, 'query parameter').instance);
  if (key.length <= CHECKED_CHARS_MAX) known.set(key, params);
  return params;
}

function readKnownQuery(route: AnyRoute, raw: Pick<SentParameters, 'query'>): Record<string, unknown> {
  const names = queryNamesOf(route);
  if (route.anyQuery && names.size === 0) return {};
  const query = readQuery(raw.query);
  if ('fault' in query) throw new ServiceError('bad_request', { message: query.fault });
  const unknown = [...query.values.keys()].find((name) => !names.has(name));
  if (unknown === undefined) return Object.fromEntries(query.values);
  if (!route.anyQuery) throw unknownParameter(unknown, names);
  return Object.fromEntries([...query.values].filter(([name]) => names.has(name)));
}

const queryNames = new WeakMap<AnyRoute, ReadonlySet<string>>();

function queryNamesOf(route: AnyRoute): ReadonlySet<string> {
  let names = queryNames.get(route);
  if (!names) {
    const inPath = pathParamsOf(route.path);
    const all = route.params ? [...prepareCheck(route.params).structure.members.keys()] : [];
    queryNames.set(route, (names = new Set(all.filter((name) => !inPath.includes(name)))));
  }
  return names;
}

function unknownParameter(name: string, names: ReadonlySet<string>): ServiceError {
  const meant = nearestName(name, names, errorsExcused);
  const known = names.size === 0 ? 'it has none' : `known here: ${[...names].join(', ')}`;
  const hint = meant === undefined ? known : `did you mean "${meant}"? ${known}`;
  return new ServiceError('bad_request', {
    message: `query parameter ${quoted(name, 50)} is not known on this route; ${hint}`,
  });
}

/**
 * A body of strict UTF-8 JSON, or of a form, checked by its route's class and with every list under its own name: no later code has to walk
 * more than a route's limits allow, and what two spellings mean alike has one fingerprint.
 * @throws ServiceError `bad_request` or `too_many_items`
 */
export function readBody(route: AnyRoute, bytes: Buffer): CheckedInput {
  return checkBody(route, route.isForm ? parseForm(bytes) : parseJson(bytes));
}

/**
 * The same of a body that is read already.
 * @throws ServiceError `bad_request` or `too_many_items`
 */
export function checkBody(route: AnyRoute, value: unknown): CheckedInput {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError('bad_request', { message: 'the body must be a JSON object' });
  }
  return route.body ? checkInput(route.body, value, 'property') : { plain: value, instance: value };
}
