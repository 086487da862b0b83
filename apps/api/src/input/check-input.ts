import { ServiceError } from '@stackcheck/contract';
import { keepSentName } from '@stackcheck/contract/wording';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { InputClass } from './input-class';
import { compiledValidator } from '../fast/compiled-validator';
import { inlinedSchemaOf } from './inlined-schema';
import { instanceOf } from './input-instance';
import { structureOf, type ObjectStructure } from './input-structure';
import { isWithinBounds, reduceInput } from './reduce-input';

/** What a member of an input is called in messages. */
export type MemberKind = 'property' | 'query parameter';

/** All that is made of an input class, once. */
interface Check {
  readonly structure: ObjectStructure;
  /** The instance of an input that is plainly good; undefined where the class has to decide. */
  readonly takeGood: (plain: object) => object | undefined;
}

const checks = new WeakMap<InputClass, Check>();

/** Makes what a class is checked with, so that no request has to wait for it. */
export function prepareCheck(type: InputClass): Check {
  let check = checks.get(type);
  if (!check) checks.set(type, (check = newCheck(type)));
  return check;
}

function newCheck(type: InputClass): Check {
  const structure = structureOf(type);
  const isGood = compiledValidator(inlinedSchemaOf(type));
  return { structure, takeGood: (plain) => (isGood(plain) ? instanceOf(structure, plain) : undefined) };
}

/** An input that its class has nothing against. */
export interface CheckedInput<T extends object = object> {
  /** As sent, with every member under its own name. */
  readonly plain: object;
  readonly instance: T;
}

/**
 * An input by its class, without further members. The work is bounded by the class's limits, whatever was sent.
 * @throws ServiceError `too_many_items`, or `bad_request` naming the member and what would do
 */
export function checkInput<T extends object>(type: InputClass<T>, sent: object, kind: MemberKind): CheckedInput<T> {
  const { structure, takeGood } = prepareCheck(type);
  const good = isWithinBounds(structure, sent) ? (takeGood(sent) as T | undefined) : undefined;
  if (good !== undefined) return { plain: sent, instance: good };
  const { plain, sentAs } = reduceInput(structure, sent, kind);
  const instance = (takeGood(plain) as T | undefined) ?? checkWhole(type, plain, { structure, kind, sentAs });
  for (const [name, member] of structure.members) if (member.structure.kind === 'open') handOn(name, sent, instance);
  keepSentNames(instance, sentAs);
  return { plain, instance };
}

/** The query, too, calls each list as the caller did. */
function keepSentNames(instance: object, sentAs: ReadonlyMap<string, string>): void {
  for (const [own, sent] of sentAs) {
    const list: unknown = Object.hasOwn(instance, own) ? (instance as Record<string, unknown>)[own] : undefined;
    if (Array.isArray(list)) keepSentName(list, sent);
  }
}

/** What something else has to check: the class saw that it is there, and nothing of it. */
function handOn(name: string, sent: object, instance: object): void {
  if (Object.hasOwn(sent, name)) Object.assign(instance, { [name]: (sent as Record<string, unknown>)[name] });
}

/** What a fault is described with. */
interface Wording {
  readonly structure: ObjectStructure;
  readonly kind: MemberKind;
  readonly sentAs: ReadonlyMap<string, string>;
}

/**
 * The check by class-validator itself, which finds the words for what is wrong.
 * @throws ServiceError `bad_request`
 */
export function checkWhole<T extends object>(type: InputClass<T>, plain: object, wording?: Partial<Wording>): T {
  const instance = plainToInstance(type, plain);
  const errors = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true });
  const first = errors[0];
  if (!first) return instance;
  const { structure = prepareCheck(type).structure, kind = 'property', sentAs = new Map() } = wording ?? {};
  throw new ServiceError('bad_request', { message: describe(first, '', { structure, kind, sentAs }) });
}

/** Rules about the kind of a value: while one of these does not hold, the others say nothing. */
const KIND_RULES = ['isString', 'isArray', 'isObject', 'isInt', 'isNumber', 'isBoolean'];

/** The first fault, with the path of its field, e.g. `items[3].version must be a string`. */
function describe(error: ValidationError, parent: string, wording: Wording): string {
  const { property, constraints } = error;
  const place = /^\d+$/.test(property) ? `${parent}[${property}]` : [parent, property].filter(Boolean).join('.');
  const child = error.children?.[0];
  if (!constraints && child) return describe(child, place, wording);
  const rules = constraints ?? {};
  const rule = KIND_RULES.find((name) => name in rules) ?? Object.keys(rules).at(-1);
  const message = (rule && rules[rule]) ?? 'is invalid';
  const shown = placeSent(place, wording.sentAs);
  if (error.value === undefined) return missing(shown, property, message, wording);
  return message.startsWith(property) ? shown + message.slice(property.length) : `${shown}: ${message}`;
}

function missing(place: string, property: string, message: string, { structure, kind }: Wording): string {
  const what = message.startsWith(property) ? `it${message.slice(property.length)}` : message;
  const example = what.endsWith('must be a string') ? exampleOf(structure, property) : undefined;
  return `${kind === 'property' ? '' : `${kind} `}${place} is missing; ${what}${example ? `, such as ${example}` : ''}`;
}

/** The published example of the member of this name, at whatever depth. */
function exampleOf(structure: ObjectStructure, property: string): string | undefined {
  const own = structure.members.get(property);
  if (own) return own.example;
  for (const { structure: inner } of structure.members.values()) {
    const nested = inner.kind === 'list' ? inner.of : inner;
    const found = nested.kind === 'object' ? exampleOf(nested, property) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The place as the caller called it. */
function placeSent(place: string, sentAs: ReadonlyMap<string, string>): string {
  for (const [own, sent] of sentAs) {
    if (place === own || place.startsWith(`${own}[`) || place.startsWith(`${own}.`))
      return sent + place.slice(own.length);
  }
  return place;
}
