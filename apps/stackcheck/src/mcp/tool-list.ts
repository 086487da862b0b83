import { freeListing, PAID_TOOLS, paidListing, type ToolListing } from '@stackcheck/mcp-tools';
import type { JsonSchema } from '@stackcheck/queries/json-schema';
import { LOCAL_FREE_TOOLS } from './free-tools';
import type { McpHost } from './host';
import { PROJECT_TOOLS, type ProjectTool } from './project-tools';

const FROM: JsonSchema = {
  type: 'object',
  description: 'Where the answer came from: source, snapshots and paid_usd.',
};

/** Every tool, those about files first. */
export function toolList(source: McpHost['source']): readonly ToolListing[] {
  const paid = source === 'demo' ? 'Free, from the embedded selection.' : PAID;
  const all = [
    ...PROJECT_TOOLS.map(projectListing),
    ...LOCAL_FREE_TOOLS.map(freeListing),
    ...PAID_TOOLS.map((tool) => ({ ...paidListing(tool, () => ''), description: `${tool.says} ${paid}` })),
  ];
  return all.map(withFrom);
}

/** What it costs is said by the service, which may not run yet. */
const PAID =
  'Free where local snapshots answer it, else bought within the caps of this server (quote says the price); errors are not charged.';

function projectListing({ name, title, says, input }: ProjectTool): ToolListing {
  const [like] = LOCAL_FREE_TOOLS;
  const listing = freeListing(like!);
  return {
    ...listing,
    name,
    title,
    description: `${says} Free.`,
    inputSchema: { ...input, type: 'object' },
    annotations: { ...listing.annotations, title },
  };
}

function withFrom(listing: ToolListing): ToolListing {
  const { outputSchema } = listing;
  const properties = { ...(outputSchema['properties'] as object), from: FROM };
  return { ...listing, outputSchema: { ...outputSchema, properties } };
}
