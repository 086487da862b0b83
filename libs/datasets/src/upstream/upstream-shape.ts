import Ajv, { type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { UpstreamShapeError } from './upstream-shape-error';

/** Says what a document of upstream's is called in a fault, and whom a place in it is about. */
export interface ShapeOptions extends Options {
  /** `document`, `catalogue`. */
  readonly called: string;
  /** What people would look the place up by, e.g. `(product "node")`; empty where nothing is known of it. */
  readonly subjectAt?: (value: unknown, pointer: string) => string;
}

/**
 * A check of a document against a JSON schema, which is compiled when it is first used: the API has all of them in its code
 * and never reads a document of upstream's, and compiling one takes tens of milliseconds of its start. The check throws
 * `UpstreamShapeError` naming the first place that differs.
 */
export function upstreamShape<T>(schema: object, { called, subjectAt, ...options }: ShapeOptions) {
  let validate: ValidateFunction<T> | undefined;
  return (value: unknown): T => {
    validate ??= new Ajv({ meta: false, validateSchema: false, ...options }).compile<T>(schema);
    if (validate(value)) return value;
    const [error] = validate.errors ?? [];
    const pointer = error?.instancePath ?? '';
    const subject = subjectAt?.(value, pointer) ?? '';
    throw new UpstreamShapeError(
      `upstream's ${called} at "${pointer.slice(0, POINTER_CHARS_MAX)}"${subject && ` ${subject}`} ${error?.message ?? 'differs'}`,
      { place: placeOfError(error, value) },
    );
  };
}

/** Names of members are upstream's, and may be of any length. */
const POINTER_CHARS_MAX = 200;

function placeOfError(error: ErrorObject | undefined, value: unknown): string {
  const { instancePath = '', keyword, params = {} } = error ?? {};
  const missing = keyword === 'required' ? [String((params as { missingProperty?: unknown }).missingProperty)] : [];
  const steps = instancePath.split('/').slice(1).map(unescaped);
  return placeOf([...steps, ...missing], value);
}

/** RFC 6901 section 4. */
function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/**
 * A place in a document as people write it: `result[3].releases[0].eolFrom`, `openai.models["gpt-4.1"].limit`.
 * @param steps member names and positions from the top
 * @param value the document, which says what a number is: a position or a name
 */
export function placeOf(steps: readonly (string | number)[], value?: unknown): string {
  let place = '';
  let at = value;
  for (const step of steps) {
    if (typeof step === 'number' || Array.isArray(at)) place += `[${step}]`;
    else if (PLAIN_NAME.test(step)) place += place === '' ? step : `.${step}`;
    else place += `[${JSON.stringify(step.slice(0, POINTER_CHARS_MAX))}]`;
    at = (at as Record<string, unknown> | null | undefined)?.[step];
  }
  return place;
}

const PLAIN_NAME = /^[A-Za-z_$][\w$]{0,99}$/;
