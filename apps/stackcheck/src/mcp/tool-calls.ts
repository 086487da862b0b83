import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { PAID_TOOLS, type ToolListing } from '@stackcheck/mcp-tools';
import { Approvals, type CallContext } from './approvals';
import { answerFree, LOCAL_FREE_TOOLS } from './free-tools';
import type { McpHost } from './host';
import { answerPaid } from './paid-tools';
import { PROJECT_TOOLS } from './project-tools';
import { badArguments, refusalOf, refused, withoutKeys, type CallResult } from './results';
import { toolList } from './tool-list';
import { Undelivered } from './undelivered';

type Arguments = Readonly<Record<string, unknown>>;
type Result = CallResult | InputRequiredResult;

/** The tools of one server. */
export class ToolCalls {
  readonly listings: readonly ToolListing[];
  private readonly memory = { approvals: new Approvals(), undelivered: new Undelivered() };

  constructor(private readonly host: McpHost) {
    this.listings = toolList(host.source);
  }

  /** Undefined where there is no tool of the name. Never rejects. */
  async call(name: string, args: unknown, context: CallContext): Promise<Result | undefined> {
    const listing = this.listings.find((tool) => tool.name === name);
    if (!listing) return undefined;
    try {
      return await this.answer(listing, read(args), context);
    } catch (error) {
      const known = refusalOf(error);
      if (known) return known;
      const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      this.host.note(`stackcheck mcp: ${name} failed: ${withoutKeys(message)}`);
      return refused('internal', `${name} failed because of a fault of this program; standard error says more`);
    }
  }

  private answer({ name, inputSchema }: ToolListing, args: Arguments, context: CallContext): Promise<Result> {
    const tool = PAID_TOOLS.find((one) => one.name === name);
    // Paid tools read their arguments themselves.
    if (tool) return answerPaid({ tool, args, context }, this.host, this.memory);
    requireKnown(args, Object.keys(inputSchema['properties'] as object));
    const project = PROJECT_TOOLS.find((one) => one.name === name);
    if (project) return project.answer(args, this.host);
    return answerFree(LOCAL_FREE_TOOLS.find((one) => one.name === name)!.name, args, this.host);
  }
}

function read(args: unknown): Arguments {
  if (args === undefined) return {};
  if (typeof args === 'object' && args !== null && !Array.isArray(args)) return args as Arguments;
  throw badArguments('arguments must be an object');
}

function requireKnown(args: Arguments, known: readonly string[]): void {
  const stranger = Object.keys(args).find((name) => !known.includes(name));
  if (stranger === undefined) return;
  const names = known.length === 0 ? 'it has none' : `known here: ${known.join(', ')}`;
  throw badArguments(`argument "${stranger.slice(0, 50)}" is not known; ${names}`);
}
