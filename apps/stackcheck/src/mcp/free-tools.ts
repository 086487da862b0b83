import { FREE_TOOLS, PAID_TOOLS, type FreeTool } from '@stackcheck/mcp-tools';
import { ServiceError } from '@stackcheck/contract';
import { usdText } from '../terminal/usd-text';
import type { LocalDatasetId } from '../sources/local-datasets';
import type { McpHost } from './host';
import { answerLocally, inspectLocally, isLocal } from './local-answers';
import { requestOf } from './requests';
import { answered, badArguments, freeOf, shownSnapshot, type CallResult } from './results';

type Arguments = Readonly<Record<string, unknown>>;

/** All but the recorded examples, which only the service has. */
export const LOCAL_FREE_TOOLS = FREE_TOOLS.filter(({ name }) => name !== 'try_demo');

/**
 * Answers a tool that costs nothing: from local data where they are there, else from the free routes of the service.
 * @throws ServiceError for arguments, CliError where the service is not reached
 */
export function answerFree(name: FreeTool['name'], args: Arguments, host: McpHost): Promise<CallResult> {
  if (name === 'quote') return quote(args, host);
  if (name === 'get_status') return status(host);
  return name === 'validate_id' ? asked(name, args, host) : listed(name, args, host);
}

async function asked(name: FreeTool['name'], args: Arguments, host: McpHost): Promise<CallResult> {
  const { data, from } = await answerOf(name, args, host);
  return answered({ data }, from);
}

async function answerOf(name: FreeTool['name'], args: Arguments, host: McpHost) {
  const query = FREE_TOOLS.find((tool) => tool.name === name)!.query!;
  const input = query.read(args) as Arguments;
  const local = answerLocally(query, input, host);
  if (local) return { data: local.data, from: freeOf(host.source, local.snapshots) };
  const { data } = (await host.service.get(requestOf(query.id, input).path)) as { readonly data: unknown };
  return { data, from: freeOf('service') };
}

/** Entries of a list that one call is answered with. */
const LISTED_MAX = 500;

async function listed(name: FreeTool['name'], { query: part = '' }: Arguments, host: McpHost): Promise<CallResult> {
  if (typeof part !== 'string' || part.length > 200)
    throw badArguments('query must be a string of at most 200 characters');
  const { data, from } = await answerOf(name, {}, host);
  const member = name === 'list_models' ? 'models' : 'products';
  const all = (data as Readonly<Record<string, readonly object[]>>)[member] ?? [];
  const text = part.trim().toLowerCase();
  const entries = all.filter((entry) =>
    Object.values(entry).some((value) => [value].flat().some((one) => String(one).toLowerCase().includes(text))),
  );
  const shown = entries.slice(0, LISTED_MAX);
  return answered({ data: { count: entries.length, shown: shown.length, [member]: shown } }, from);
}

/** What a call would cost here, and whether its arguments would be accepted as far as that is known without buying. */
async function quote({ tool: name, arguments: sent = {} }: Arguments, host: McpHost): Promise<CallResult> {
  const tool = PAID_TOOLS.find((one) => one.name === name);
  if (!tool) throw badArguments(`tool must be one of ${PAID_TOOLS.map((one) => one.name).join(', ')}`);
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw badArguments('arguments must be an object');
  const query = tool.queryOf(sent as Arguments);
  try {
    const input = query.read(sent) as Arguments;
    inspectLocally(query, input, host);
    const isFree = host.source === 'demo' || isLocal(query, input, host);
    const price = isFree ? 0n : await host.service.price(requestOf(query.id, input));
    const from = freeOf(isFree ? host.source : 'service');
    return answered({ data: { tool: tool.name, price_usd: usdText(price), accepted: true } }, from);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const reason = { code: error.code, message: error.message };
    return answered({ data: { tool: tool.name, price_usd: null, accepted: false, reason } }, freeOf(host.source));
  }
}

const DATASETS: readonly LocalDatasetId[] = ['eol', 'kev', 'osv', 'epss', 'models'];

async function status(host: McpHost): Promise<CallResult> {
  const { datasets, paying, projects, service, source } = host;
  const found = DATASETS.flatMap((id) => datasets(id)?.snapshot ?? []);
  const { call, session, day } = paying.caps;
  const left = await service.left();
  const data = {
    version: host.version,
    source,
    roots: projects.roots,
    datasets: found.map(shownSnapshot),
    missing: DATASETS.filter((id) => !found.some(({ dataset }) => dataset === id)),
    paying: {
      enabled: source !== 'demo' && paying.hasKey,
      caps_usd: { call: usdText(call), session: usdText(session), day: usdText(day) },
      left_usd: { session: usdText(left.session), day: usdText(left.day) },
      confirm_above_usd: paying.confirmAbove === undefined ? null : usdText(paying.confirmAbove),
    },
    service: source === 'demo' ? null : { url: service.url, health: await healthOf(service) },
  };
  return answered({ data }, freeOf(source, found));
}

/** Null where it is not reached, which is no fault here. */
async function healthOf({ get }: McpHost['service']): Promise<unknown> {
  try {
    return await get('/health');
  } catch {
    return null;
  }
}
