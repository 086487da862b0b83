import Ajv, { type Options, type ValidateFunction } from 'ajv';

/**
 * A JSON schema that is compiled when it is first asked for: the API has all of them in its code and never reads a document of
 * upstream's, and compiling one takes tens of milliseconds of its start.
 */
export function upstreamShape<T>(schema: object, options: Options = {}): () => ValidateFunction<T> {
  let validate: ValidateFunction<T> | undefined;
  return () => (validate ??= new Ajv({ meta: false, validateSchema: false, ...options }).compile<T>(schema));
}
