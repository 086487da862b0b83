import type { AtomicUsdc } from '@stackcheck/contract';

/** One priced route as the payment rail sees it. */
export interface PricedRoute {
  /** Stable id, the operationId. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Path template, e.g. `/v1/eol/{product}`. */
  readonly path: string;
  readonly price: AtomicUsdc;
  /** At most 500 characters. */
  readonly description: string;
  /** Small example of the input, and of the answer, for the bazaar block. */
  readonly example: {
    readonly pathParams?: Readonly<Record<string, string>>;
    readonly queryParams?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly output?: unknown;
  };
  /** Where it is sold as a tool of the Model Context Protocol: all tools have one path there, and are distinguished by name. */
  readonly tool?: PricedTool;
}

/** A tool as directories list it. */
export interface PricedTool {
  readonly name: string;
  /** JSON Schema of its arguments, in brief: every client sends it back with its payment. */
  readonly inputSchema: object;
}
