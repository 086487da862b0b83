import { usdToAtomic } from '@stackcheck/contract';

/** A JSON Schema 2020-12 object. */
export type Schema = { readonly [keyword: string]: unknown };

/** The description that the service publishes about itself, as far as requests and answers need it. */
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: Components;
}

interface Components {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly parameters: Readonly<Record<string, ParameterObject>>;
}

/** A part that is described once and referred to, or described in place. */
type Referable<T> = T | { readonly $ref: string };

interface ResponseObject {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface OperationObject {
  readonly operationId: string;
  readonly parameters: readonly Referable<ParameterObject>[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema; example?: unknown }>> };
  readonly responses: Readonly<Record<string, Referable<ResponseObject>>>;
  readonly 'x-payment-info'?: { readonly price: { readonly amount: string } };
}

interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

/** A parameter of an operation, header parameters left out. */
export type Parameter = ParameterObject & { readonly in: 'path' | 'query' };

/** One operation as described. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Template, e.g. `/v1/eol/{product}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly schema: Schema; readonly example: unknown };
  /** Schema by media type, by status. */
  readonly responses: ReadonlyMap<number, Readonly<Record<string, { readonly schema: Schema }>>>;
  /** Atomic USDC; null when free. */
  readonly price: bigint | null;
}

/** Where a method and target lead, by the description alone. */
export type Place =
  | { readonly kind: 'operation'; readonly operation: Operation }
  | { readonly kind: 'other_method' }
  | { readonly kind: 'nowhere' };

/** The service as it describes itself. */
export interface ServedApi {
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Ids that the free index lists, for inputs that mean something. */
  readonly ids: readonly string[];
  find(method: string, target: string): Place;
}

/** Reads the description and the product index from a running service. */
export async function readServedApi(url: string): Promise<ServedApi> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi;
  const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, described]) =>
      toOperation(path, method.toUpperCase(), described, document.components),
    ),
  );
  const index = await (await fetch(`${url}/v1/eol/index`)).json();
  const ids = [...JSON.stringify(index).matchAll(/"(?:id|product)":"([^"\\]+)"/g)].map((match) => match[1]!);
  return {
    operations,
    schemas: document.components.schemas,
    ids: [...new Set(ids)],
    find: (method, target) => find(operations, method, target),
  };
}

function toOperation(path: string, method: string, described: OperationObject, components: Components): Operation {
  const json = described.requestBody?.content['application/json'];
  const price = described['x-payment-info']?.price.amount;
  return {
    id: described.operationId,
    method,
    path,
    parameters: described.parameters
      .map((parameter) => resolved(parameter, components.parameters))
      .filter((parameter): parameter is Parameter => parameter.in !== 'header'),
    ...(json ? { body: { schema: json.schema, example: json.example } } : {}),
    responses: new Map(
      Object.entries(described.responses).map(([status, response]) => [
        Number(status),
        resolved(response, components.responses).content ?? {},
      ]),
    ),
    price: price === undefined ? null : usdToAtomic(price),
  };
}

function resolved<T extends object>(part: Referable<T>, components: Readonly<Record<string, T>>): T {
  return '$ref' in part ? components[part.$ref.split('/').at(-1)!]! : part;
}

/** The template with the leftmost literals wins (OpenAPI 3.1, paths object), then the method is looked at. */
function find(operations: readonly Operation[], method: string, target: string): Place {
  const segments = segmentsOf(target);
  const fitting = operations.filter(({ path }) => segments && fits(path, segments));
  if (fitting.length === 0) return { kind: 'nowhere' };
  const best = fitting.map(({ path }) => path).sort(mostLiteralFirst)[0]!;
  const wanted = method === 'HEAD' ? 'GET' : method;
  const operation = fitting.find((candidate) => candidate.path === best && candidate.method === wanted);
  return operation ? { kind: 'operation', operation } : { kind: 'other_method' };
}

/** Decoded segments of a target's path; undefined when its percent-encoding is broken. */
function segmentsOf(target: string): string[] | undefined {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '') || '/';
  if (!path.startsWith('/')) return undefined;
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function fits(template: string, segments: readonly string[]): boolean {
  const parts = template.slice(1).split('/');
  return (
    parts.length === segments.length &&
    parts.every((part, at) => (part.startsWith('{') ? fitsParameter(part, segments[at]!) : part === segments[at]))
  );
}

/** A parameter may be followed by a suffix: `{cycle}.svg`. Segments of dots alone are no value; with a suffix they are none of those. */
function fitsParameter(part: string, segment: string): boolean {
  const suffix = part.slice(part.indexOf('}') + 1);
  return segment.endsWith(suffix) && segment.length > suffix.length && !['.', '..'].includes(segment);
}

function mostLiteralFirst(a: string, b: string): number {
  // Of parameters, one with a suffix is more literal.
  const shape = (path: string): string => path.replace(/\{\w+\}(?=[^/])/g, '\ufffe').replace(/\{\w+\}/g, '\uffff');
  return shape(a) < shape(b) ? -1 : 1;
}
