import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { targetConstructorToSchema, validationMetadatasToSchemas } from 'class-validator-jsonschema';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata';
import type { JsonSchema } from '@stackcheck/queries/json-schema';
import { ALSO_CALLED } from './also-called';
import { ANY_VALUE } from './any-value';
import { BATCH_MAX } from './batch-max';
import type { InputClass } from './input-class';

/** What a rule was declared with. */
interface Constraints {
  readonly constraints: readonly unknown[];
}

/**
 * Checks of our own that have no JSON Schema keyword; everything they refuse is reported in the description. That a nested
 * item is an object is reported by the schema it refers to. What is marked `x-` is for the input's structure, and not published.
 */
const ADDITIONAL_CONVERTERS = {
  plainText: { 'x-plain-text': true },
  cveList: { 'x-form': 'cve' },
  imageList: { 'x-form': 'image' },
  purlList: {},
  nestedValidation: {},
  isObject: {},
  // Null is "left out" for one of the two ways to say that a member may be absent.
  conditionalValidation: ({ constraints, propertyName }: ValidationMetadata) => {
    const [isJudged] = constraints as [(object: object, value: unknown) => boolean];
    return isJudged({ [propertyName]: null }, null) ? {} : { 'x-nullable': true };
  },
  [ANY_VALUE]: { 'x-open': true },
  [BATCH_MAX]: ({ constraints }: Constraints) => ({ maxItems: Number(constraints[0]), 'x-batch': true }),
  [ALSO_CALLED]: ({ constraints }: Constraints) => ({ 'x-alias': String(constraints[0]) }),
};

/** How decorators become schemas. */
export const SCHEMA_OPTIONS = {
  classTransformerMetadataStorage: defaultMetadataStorage,
  additionalConverters: ADDITIONAL_CONVERTERS,
};

/** A class keeps its decorators, and making a schema of them takes milliseconds. */
const ofClasses = new WeakMap<InputClass, JsonSchema>();
let ofNames: Readonly<Record<string, JsonSchema>> = {};

/**
 * Schema of an input class, made from its decorators; batches have `x-batch`, properties with another name `x-alias`, those that
 * something else checks `x-open`.
 */
export function markedSchemaOf(type: InputClass): JsonSchema {
  const known = ofClasses.get(type);
  if (known) return known;
  const made = targetConstructorToSchema(type, SCHEMA_OPTIONS) as JsonSchema;
  ofClasses.set(type, made);
  return made;
}

/** The same by the name of the class, which is how schemas refer to one another; undefined for a name that no input class has. */
export function markedSchemaNamed(name: string): JsonSchema | undefined {
  // A class may have been declared since.
  if (!Object.hasOwn(ofNames, name)) ofNames = validationMetadatasToSchemas(SCHEMA_OPTIONS) as typeof ofNames;
  return ofNames[name];
}
