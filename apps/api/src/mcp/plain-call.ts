import { resultJson } from '@stackcheck/mcp-tools';
import { isObject, type Members } from './members';
import type { Message, ServerCard } from './message';
import { paidReply } from './paid-reply';
import type { ReplyBuffers } from './reply-buffers';
import type { ToolCall, CalledTool } from './tool-calls';

/** A call of a tool that no rule of the protocol has anything against. */
export interface PlainCall extends ToolCall {
  readonly id: string | number;
  readonly isModern: boolean;
}

/** Revisions of the era with `initialize` whose calls and results are alike. */
const OLD_REVISIONS: ReadonlySet<string> = new Set(['2025-11-25', '2025-06-18', '2025-03-26']);
/** The revision without `initialize`. */
export const REVISION = '2026-07-28';
const OWN = 'io.modelcontextprotocol/';
const FREE_META: ReadonlySet<string> = new Set(['x402/payment', 'progressToken']);
const ENVELOPE: ReadonlySet<string> = new Set([
  `${OWN}protocolVersion`,
  `${OWN}clientInfo`,
  `${OWN}clientCapabilities`,
]);

/**
 * Reads a call without the SDK, whose validation takes longer than a sale. Undefined for all that is not plainly right, whatever it
 * is: that the SDK decides about. A test holds both to the same replies.
 */
export function plainCall({ body, headers }: Pick<Message, 'body' | 'headers'>): PlainCall | undefined {
  const { id, method, params } = body;
  if (method !== 'tools/call' || !hasOnly(body, TOP) || !isObject(params) || !hasOnly(params, PARAMS)) return undefined;
  const { name, arguments: args = {}, _meta: meta = {} } = params;
  if (!(typeof id === 'string' || Number.isSafeInteger(id)) || typeof name !== 'string') return undefined;
  if (!isObject(args) || !isObject(meta) || !isTokenSound(meta['progressToken'])) return undefined;
  const revision = headers['mcp-protocol-version'] ?? '';
  const isModern = revision === REVISION;
  const isPlain = isModern ? isEnvelope(meta) && namesCall(headers, name) : isOld(revision, meta, headers);
  return isPlain ? { id: id as string | number, isModern, name, args, meta } : undefined;
}

/** The reply to it, with what its revision adds to a result; a paid answer in one of the buffers. */
export function plainReply(
  { id, isModern }: PlainCall,
  { result, paid }: CalledTool,
  { instructions: _instructions, ...serverInfo }: ServerCard,
  buffers: ReplyBuffers,
): string | Uint8Array {
  const also = isModern ? { members: { resultType: 'complete' }, meta: { [`${OWN}serverInfo`]: serverInfo } } : {};
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
  if (paid) {
    const rest = JSON.stringify({ _meta: { ...result._meta, ...also.meta }, ...also.members });
    const before = `${head}{"content":[{"type":"text","text":"`;
    const reply = paidReply({ before, answer: paid.answer.body, after: `,${rest.slice(1)}}` }, buffers);
    if (reply) return reply;
  }
  return `${head}${resultJson(result, also)}}`;
}

/** Members of a request. */
export const TOP: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);
const PARAMS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

/** Whether `_meta` and headers are plainly those of the era with `initialize`. */
export function isOld(revision: string, meta: Members, headers: Message['headers']): boolean {
  const { 'mcp-method': method, 'mcp-name': name } = headers;
  return OLD_REVISIONS.has(revision) && method === undefined && name === undefined && hasOnly(meta, FREE_META);
}

/** Whether `_meta` is plainly that of the newer era. */
export function isEnvelope(meta: Members): boolean {
  const isKnown = Object.keys(meta).every((key) => FREE_META.has(key) || ENVELOPE.has(key));
  return (
    isKnown &&
    meta[`${OWN}protocolVersion`] === REVISION &&
    isClient(meta[`${OWN}clientInfo`]) &&
    areCapabilities(meta[`${OWN}clientCapabilities`])
  );
}

function namesCall(headers: Message['headers'], name: string): boolean {
  return headers['mcp-method'] === 'tools/call' && headers['mcp-name'] === name;
}

const CLIENT: ReadonlySet<string> = new Set(['name', 'version', 'title']);

function isClient(info: unknown): boolean {
  if (!isObject(info) || !hasOnly(info, CLIENT)) return false;
  const texts = Object.values(info).every((value) => typeof value === 'string');
  return texts && info['name'] !== undefined && info['version'] !== undefined;
}

const CAPABILITIES: ReadonlySet<string> = new Set(['sampling', 'elicitation', 'roots']);

function areCapabilities(value: unknown): boolean {
  if (!isObject(value) || !hasOnly(value, CAPABILITIES)) return false;
  return Object.values(value).every((one) => isObject(one) && Object.keys(one).length === 0);
}

function isTokenSound(token: unknown): boolean {
  return token === undefined || typeof token === 'string' || Number.isSafeInteger(token);
}

/** Whether an object has no member but these. */
export function hasOnly(members: Members, names: ReadonlySet<string>): boolean {
  return Object.keys(members).every((name) => names.has(name));
}
