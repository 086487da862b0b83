import type { JsonSchema } from '@stackcheck/queries/json-schema';
import type { ServiceView } from '../../catalogue/define-route';

/** A parameter as the description has it. */
export interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

interface Content {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}

/** An operation as the description has it. */
export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (DescribedParameter & { readonly $ref?: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<
    Record<
      string,
      { readonly $ref?: string; readonly description?: string; readonly content?: Readonly<Record<string, Content>> }
    >
  >;
  readonly 'x-payment-info'?: { readonly price: { readonly amount: string } };
}

interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<DescribedOperation, 'method' | 'path'>>>>>;
}

/** The OpenAPI description, read once for the pages that are made of it. */
export class ApiDescription {
  private static readonly read = new WeakMap<object, ApiDescription>();
  readonly operations: readonly DescribedOperation[];
  readonly tags: OpenApi['tags'];

  private constructor(private readonly document: OpenApi) {
    this.tags = document.tags;
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
    );
  }

  /** Of the description that a service publishes. */
  static of({ published: { openapi } }: Pick<ServiceView, 'published'>): ApiDescription {
    const known = ApiDescription.read.get(openapi);
    if (known !== undefined) return known;
    const made = new ApiDescription(JSON.parse(Buffer.from(openapi.body).toString('utf8')) as OpenApi);
    ApiDescription.read.set(openapi, made);
    return made;
  }

  /** The operation of this id. */
  operation(id: string): DescribedOperation | undefined {
    return this.operations.find(({ operationId }) => operationId === id);
  }

  /** What stands where something refers to it (RFC 6901, inside the document); the thing itself where it does not. */
  resolve<Thing extends object>(thing: Thing): Thing {
    const { $ref } = thing as { readonly $ref?: unknown };
    if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return thing;
    const keys = $ref
      .slice(2)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const found = keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], this.document);
    return (found as Thing | undefined) ?? thing;
  }
}
