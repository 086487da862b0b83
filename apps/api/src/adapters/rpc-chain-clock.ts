import { Agent, request } from 'undici';
import type { ChainClock } from '../operations/chain-clock';

const TIMEOUT_MS = 2_000;
/** A head is a few kilobytes even with all its transaction hashes. */
const REPLY_BYTES_MAX = 1_048_576;

/**
 * The time of a chain over JSON-RPC (`eth_getBlockByNumber` latest, Ethereum execution API). Of several sources the newest head
 * counts, since one may lag. Their URLs may hold keys and are never told.
 */
export class RpcChainClock implements ChainClock {
  private readonly agent = new Agent({ connections: 2, maxResponseSize: REPLY_BYTES_MAX });

  /** @param urls JSON-RPC end points of one chain */
  constructor(
    private readonly urls: readonly string[],
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  async headSeconds(): Promise<number | null> {
    const heads = await Promise.all(this.urls.map((url) => this.head(url)));
    const known = heads.filter((head) => head !== null);
    return known.length === 0 ? null : Math.max(...known);
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async head(url: string): Promise<number | null> {
    try {
      const { statusCode, body } = await request(url, {
        method: 'POST',
        dispatcher: this.agent,
        headers: { 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["latest",false]}',
        signal: AbortSignal.timeout(this.timeoutMs),
      });
      const reply = (await body.json()) as { result?: { timestamp?: unknown } } | null;
      const timestamp = reply?.result?.timestamp;
      if (statusCode !== 200 || typeof timestamp !== 'string' || !/^0x[0-9a-f]{1,12}$/i.test(timestamp)) return null;
      return Number(timestamp);
    } catch {
      // Whatever is wrong with a source, it told no time.
      return null;
    }
  }
}
