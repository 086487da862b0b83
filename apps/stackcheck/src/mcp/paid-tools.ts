import type { InputRequiredResult } from '@modelcontextprotocol/server';
import type { PaidTool } from '@stackcheck/mcp-tools';
import type { AnyQuery } from '@stackcheck/queries';
import type { OutcomeSnapshot } from '@stackcheck/report';
import { snapshotsIn } from '../sources/answer-snapshots';
import { usdText } from '../terminal/usd-text';
import type { Approvals, CallContext } from './approvals';
import type { McpHost } from './host';
import { answerLocally, isOfService, missingFor } from './local-answers';
import { requestOf } from './requests';
import { answered, badArguments, bought, freeOf, refusalOf, shownSnapshot, type CallResult } from './results';
import type { Undelivered } from './undelivered';

type Arguments = Readonly<Record<string, unknown>>;

/** A call of a paid tool. */
export interface PaidCall {
  readonly tool: PaidTool;
  readonly args: Arguments;
  readonly context: CallContext;
}

/** What one server remembers of calls of paid tools. */
export interface PaidMemory {
  readonly approvals: Approvals;
  readonly undelivered: Undelivered;
}

/**
 * Answers a paid tool from local snapshots where they are there, else buys the answer within the caps.
 * @throws ServiceError for arguments and ids, CliError where it is not bought
 */
export async function answerPaid(
  { tool, args, context }: PaidCall,
  host: McpHost,
  memory: PaidMemory,
): Promise<CallResult | InputRequiredResult> {
  const query = tool.queryOf(args);
  const input = query.read(args) as Arguments;
  const local = answerLocally(query, input, host);
  if (local) return answered({ data: local.data }, freeOf(host.source, local.snapshots));
  if (host.source === 'demo')
    throw badArguments(`${tool.name} is answered by the service alone, and the demo asks none`);
  try {
    return await buy({ tool, args: input, context }, requestOf(query.id, input), host, memory);
  } catch (error) {
    const refusal = refusalOf(error, { next: wayOut(query, input, host) });
    if (refusal) return refusal;
    throw error;
  }
}

async function buy(
  { tool, args, context }: PaidCall,
  request: ReturnType<typeof requestOf>,
  { service, paying, now }: McpHost,
  { approvals, undelivered }: PaidMemory,
): Promise<CallResult | InputRequiredResult> {
  const paidBefore = undelivered.take(request, now());
  if (paidBefore) return paidBefore;
  const limit = paying.confirmAbove;
  let most = limit;
  if (limit !== undefined) {
    const price = await service.price(request);
    if (price > limit) {
      const proposal = { tool: tool.name, args, seller: service.url, price: usdText(price), limit: usdText(limit) };
      const open = approvals.ask(proposal, context);
      if (open) return open;
      most = price;
    }
  }
  if (context.signal.aborted) throw badArguments(`${tool.name} was cancelled before anything was paid`);
  const { body, paid, proof } = await service.purchase(request, most);
  const text = Buffer.from(body).toString('utf8');
  const { meta } = JSON.parse(text) as { readonly meta?: unknown };
  const from = {
    source: 'service' as const,
    snapshots: distinct(snapshotsIn(meta, now())).map(shownSnapshot),
    paid_usd: usdText(paid),
  };
  const result = bought(text, from, proof);
  if (context.signal.aborted) undelivered.keep(request, result, now());
  return result;
}

function wayOut(query: AnyQuery, input: Arguments, host: McpHost): string | undefined {
  if (isOfService(query)) return undefined;
  const missing = missingFor(query, input, host).join(', ');
  return `There are no local data of ${missing} that are new enough; stackcheck data pull buys them once.`;
}

function distinct(snapshots: readonly OutcomeSnapshot[]): readonly OutcomeSnapshot[] {
  return [...new Map(snapshots.map((snapshot) => [snapshot.snapshot_id, snapshot])).values()];
}
