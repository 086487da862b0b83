import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import {
  getMetadataStorage,
  ValidationTypes,
  type ValidationArguments,
  type ValidatorConstraintInterface,
} from 'class-validator';
import type { TransformationType } from 'class-transformer/types/enums';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata';

/** A class whose decorators say what its instances may be. */
type InputClass<T extends object = object> = new () => T;

/**
 * The short way through the check of a body: class-validator looks its rules up anew for each object and makes an error for
 * each property before it knows of any, which for a batch of fifty takes longer than to answer it. Here the same rules of the same
 * classes are looked up once, and asked in turn. This way only ever says yes; whatever is not plainly good takes the whole
 * check, which alone knows what to say about it.
 *
 * @returns the checked instance, or undefined where the whole check has to decide
 */
export type CompiledValidator<T extends object = object> = (plain: object) => T | undefined;

/** Makes the short way for a class; one that never says yes where a class uses what it does not know. */
export function compiledValidator<T extends object>(type: InputClass<T>): CompiledValidator<T> {
  try {
    const { make, holds } = modelOf(type);
    return (plain) => {
      const instance = make(plain);
      return instance !== undefined && holds(instance) ? (instance as T) : undefined;
    };
  } catch (error) {
    if (error instanceof Unknown) return () => undefined;
    throw error;
  }
}

/** class-transformer's own name for the way from plain objects to instances, which it does not export as a value. */
const PLAIN_TO_CLASS: TransformationType.PLAIN_TO_CLASS = 0;

/** A class uses a kind of decorator that the short way does not know. */
class Unknown extends Error {}

/** One class, read once. */
interface Model {
  /** An instance with the members of a plain object; undefined where one is not known, or not of a plain shape. */
  make(plain: object): object | undefined;
  /** Whether all rules hold for an instance and the instances in it. */
  holds(instance: object): boolean;
}

/** The rules of one property. */
interface Property {
  readonly name: string;
  readonly nested: Model | undefined;
  /** All must say yes, or the property is not looked at. */
  readonly conditions: readonly ((instance: object, value: unknown) => boolean)[];
  readonly rules: readonly Rule[];
}

type Rule = (value: unknown, instance: object) => boolean;
type Members = Record<string, unknown>;

function modelOf(type: InputClass): Model {
  requireUntransformed(type);
  const metadatas = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  if (metadatas.length === 0) throw new Unknown();
  const byName = new Map<string, ValidationMetadata[]>();
  for (const metadata of metadatas) {
    byName.set(metadata.propertyName, [...(byName.get(metadata.propertyName) ?? []), metadata]);
  }
  const properties = new Map([...byName].map(([name, of]) => [name, propertyOf(type, name, of)]));
  const all = [...properties.values()];
  return {
    make: (plain) => make(type, properties, plain),
    holds: (instance) => {
      for (const property of all) if (!propertyHolds(property, instance as Members)) return false;
      return true;
    },
  };
}

/** Values stand in the instance as they were sent: no decorator renames, hides or changes them. */
function requireUntransformed(type: InputClass): void {
  const storage = defaultMetadataStorage!;
  const isPlain =
    storage.getStrategy(type) === 'none' &&
    storage.getExposedProperties(type, PLAIN_TO_CLASS).length === 0 &&
    storage.getExcludedProperties(type, PLAIN_TO_CLASS).length === 0;
  if (!isPlain) throw new Unknown();
}

function propertyOf(type: InputClass, name: string, metadatas: readonly ValidationMetadata[]): Property {
  const storage = defaultMetadataStorage!;
  if (storage.findTransformMetadatas(type, name, PLAIN_TO_CLASS).length > 0) throw new Unknown();
  const typed = storage.findTypeMetadata(type, name);
  if (typed?.options?.discriminator) throw new Unknown();
  const isNested = metadatas.some(({ type: kind }) => kind === ValidationTypes.NESTED_VALIDATION);
  if (isNested !== (typed !== undefined)) throw new Unknown();
  return {
    name,
    nested: typed && modelOf(typed.typeFunction() as InputClass),
    conditions: metadatas
      .filter(({ type: kind }) => kind === ValidationTypes.CONDITIONAL_VALIDATION)
      .map(({ constraints }) => constraints[0] as Property['conditions'][number]),
    rules: metadatas.flatMap((metadata) => rulesOf(type.name, metadata)),
  };
}

function rulesOf(targetName: string, metadata: ValidationMetadata): Rule[] {
  if (metadata.type === ValidationTypes.NESTED_VALIDATION) return [];
  if (metadata.type === ValidationTypes.CONDITIONAL_VALIDATION) return [];
  if (metadata.type !== ValidationTypes.CUSTOM_VALIDATION || metadata.validateIf) throw new Unknown();
  return getMetadataStorage()
    .getTargetValidatorConstraints(metadata.constraintCls)
    .map(({ async, instance }) => {
      if (async) throw new Unknown();
      return ruleOf(targetName, metadata, instance);
    });
}

function ruleOf(targetName: string, metadata: ValidationMetadata, check: ValidatorConstraintInterface): Rule {
  const { propertyName: property, constraints, each } = metadata;
  return (value, object) => {
    const deps: ValidationArguments = { targetName, property, object, value, constraints };
    if (!each || !Array.isArray(value)) return check.validate(value, deps) === true;
    for (const element of value) if (check.validate(element, deps) !== true) return false;
    return true;
  };
}

function make(type: InputClass, properties: ReadonlyMap<string, Property>, plain: object): object | undefined {
  const instance = new type() as Members;
  for (const name of Object.keys(plain)) {
    const property = properties.get(name);
    if (property === undefined) return undefined;
    const value = (plain as Members)[name];
    const made = property.nested ? makeNested(property.nested, value) : untyped(value);
    if (made === undefined) return undefined;
    instance[name] = made;
  }
  return instance;
}

function makeNested({ make }: Model, value: unknown): unknown {
  if (!Array.isArray(value)) return isMembers(value) ? make(value) : undefined;
  const made: object[] = [];
  for (const element of value) {
    const one = isMembers(element) ? make(element) : undefined;
    if (one === undefined) return undefined;
    made.push(one);
  }
  return made;
}

/** What is no object, or a list of such; a list is copied, as class-transformer does. */
function untyped(value: unknown): unknown {
  if (!Array.isArray(value)) return typeof value === 'object' && value !== null ? undefined : value;
  return value.some((element) => typeof element === 'object' && element !== null) ? undefined : [...value];
}

function isMembers(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function propertyHolds({ name, nested, conditions, rules }: Property, instance: Members): boolean {
  const value = instance[name];
  for (const condition of conditions) if (!condition(instance, value)) return true;
  for (const rule of rules) if (!rule(value, instance)) return false;
  if (nested === undefined || value === undefined) return true;
  if (!Array.isArray(value)) return nested.holds(value as object);
  for (const element of value) if (!nested.holds(element as object)) return false;
  return true;
}
