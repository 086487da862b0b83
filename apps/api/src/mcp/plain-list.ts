import { isObject } from './members';
import type { Message } from './message';
import { hasOnly, isEnvelope, isOld, REVISION, TOP } from './plain-call';

/** A question for the list of tools that no rule of the protocol has anything against. */
export interface PlainList {
  readonly id: string | number;
  readonly revision: string;
}

const PARAMS: ReadonlySet<string> = new Set(['_meta']);

/** Reads one without the SDK, as `plainCall` reads a call: what it is answered is the same until the next start. */
export function plainList({ body, headers }: Pick<Message, 'body' | 'headers'>): PlainList | undefined {
  const { id, method, params = {} } = body;
  if (method !== 'tools/list' || !hasOnly(body, TOP) || !isObject(params) || !hasOnly(params, PARAMS)) return undefined;
  const { _meta: meta = {} } = params;
  if (!(typeof id === 'string' || Number.isSafeInteger(id)) || !isObject(meta) || 'progressToken' in meta)
    return undefined;
  const revision = headers['mcp-protocol-version'] ?? '';
  const isNamed = headers['mcp-method'] === 'tools/list' && headers['mcp-name'] === undefined;
  const isPlain = revision === REVISION ? isEnvelope(meta) && isNamed : isOld(revision, meta, headers);
  return isPlain ? { id: id as string | number, revision } : undefined;
}

/** The lists that the SDK answered with, by revision, as JSON. */
export class KeptLists {
  private readonly results = new Map<string, string>();

  /** Undefined where the SDK has to be asked. */
  reply({ id, revision }: PlainList): string | undefined {
    const result = this.results.get(revision);
    return result && `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
  }

  /** Of a reply of the SDK: keeps its result, if it is one. */
  keep({ revision }: PlainList, reply: string): void {
    const { result } = JSON.parse(reply) as { readonly result?: unknown };
    if (result !== undefined) this.results.set(revision, JSON.stringify(result));
  }
}
