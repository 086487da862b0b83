import type { AnyQuery } from '@stackcheck/queries';
import type { JsonSchema } from '@stackcheck/queries/json-schema';
import type { FreeTool } from './free-tools';
import { freeOutput, paidOutput } from './output-schema';
import type { PaidTool } from './paid-tools';

/** One entry of `tools/list`. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly outputSchema: JsonSchema & { readonly type: 'object' };
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: true;
    readonly openWorldHint: false;
    readonly idempotentHint: boolean;
  };
}

/**
 * A paid tool with its price.
 * @param usdOf price of a question in dollars, e.g. `0.01`
 */
export function paidListing(tool: PaidTool, usdOf: (query: AnyQuery) => string): ToolListing {
  const price = [...new Set(tool.queries.map(usdOf))].join(' or ');
  // A repeat is a purchase of its own.
  return listing(tool, `${tool.says} Costs ${price} USD; errors are not charged.`, paidOutput(tool), false);
}

/** A tool that costs nothing. */
export function freeListing(tool: FreeTool): ToolListing {
  return listing(tool, `${tool.says} Free.`, freeOutput(), true);
}

function listing(
  { name, title, input }: PaidTool | FreeTool,
  description: string,
  outputSchema: JsonSchema,
  idempotentHint: boolean,
): ToolListing {
  return {
    name,
    title,
    description,
    inputSchema: { ...input, type: 'object' },
    outputSchema: { ...outputSchema, type: 'object' },
    annotations: { title, readOnlyHint: true, openWorldHint: false, idempotentHint },
  };
}
