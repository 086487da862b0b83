import Ajv, { type KeywordDefinition } from 'ajv';
import { cveFault } from '@stackcheck/queries/kev';

/** Says whether a value is plainly good. False says only that its class has to decide. */
export type CompiledValidator = (value: unknown) => boolean;

/** A JSON Schema that says all by itself, with the marks of `input/marked-schema.ts`. */
type Schema = Readonly<Record<string, unknown>>;

/**
 * The fast path of input validation. class-validator looks up its rules for each object and makes an error object for each
 * property before any is wrong; for a batch of fifty that takes longer than the answer. The JSON Schema that is generated
 * from the same class is compiled once instead. It only accepts: input that it does not accept goes through class-validator,
 * which alone decides whether it is refused and with which message.
 *
 * It accepts only texts of printable ASCII: class-validator counts surrogate pairs and variation selectors otherwise than
 * JSON Schema does, and `PlainText` refuses no printable ASCII.
 */
export function compiledValidator(schema: Schema): CompiledValidator {
  const text = JSON.stringify(schema);
  let validator = compiled.get(text);
  if (validator === undefined) {
    validator = (compiler ??= makeCompiler()).compile(withAsciiTexts(schema)) as CompiledValidator;
    compiled.set(text, validator);
  }
  return validator;
}

/** By the text of a schema: a process that composes several services, as tests do, compiles those of their routes once. */
const compiled = new Map<string, CompiledValidator>();

/** One for all schemas: making one costs more than compiling most of them. */
let compiler: Ajv | undefined;

/** Generated schemas need no check against the schema of schemas, which takes as long to compile as ten of them. */
function makeCompiler(): Ajv {
  const ajv = new Ajv({
    allErrors: false,
    ownProperties: true,
    unicodeRegExp: false,
    strict: true,
    strictTypes: false,
    meta: false,
    validateSchema: false,
    // Which days can be asked about depends on today, which the query knows.
    formats: { date: true },
  });
  for (const name of ANNOTATIONS) ajv.addKeyword(name);
  for (const keyword of KEYWORDS) ajv.addKeyword(keyword);
  return ajv;
}

/** Keywords that only inform readers, or only widen what the class accepts. */
const ANNOTATIONS = ['x-plain-text', 'x-batch', 'x-alias', 'x-nullable', 'example'];

const FORMS: Readonly<Record<string, (text: string) => boolean>> = {
  cve: (text) => cveFault(text) === undefined,
  image: () => true,
};

/** Marks that refuse something. */
const KEYWORDS: readonly KeywordDefinition[] = [
  {
    keyword: 'x-form',
    schemaType: 'string',
    type: 'array',
    compile: (form: string) => {
      const isOfForm = FORMS[form];
      if (!isOfForm) throw new Error(`no form is called ${form}`);
      return (list: readonly unknown[]) => list.every((text) => typeof text === 'string' && isOfForm(text));
    },
  },
  // What holds other values is handed on unseen, which the whole check does.
  { keyword: 'x-open', validate: (_mark: true, value: unknown) => typeof value !== 'object' || value === null },
];

const ASCII = { pattern: '^[ -~]*$' };

/** The schema with every text in it bound to printable ASCII. */
function withAsciiTexts(schema: Schema): Schema {
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'properties') {
      const properties = Object.entries(value as Record<string, Schema>);
      return [keyword, Object.fromEntries(properties.map(([name, of]) => [name, withAsciiTexts(of)]))];
    }
    return [keyword, keyword === 'items' ? withAsciiTexts(value as Schema) : value];
  });
  const bound = Object.fromEntries(entries);
  return schema['type'] === 'string' ? { ...bound, allOf: [ASCII] } : bound;
}
