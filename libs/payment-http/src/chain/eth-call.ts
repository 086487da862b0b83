import { Agent } from 'undici';
import { postJson } from '../request/post-json';

const TIMEOUT_MS = 1_500;

/**
 * Reads contracts through a JSON-RPC node (EIP-1474 `eth_call`). Reasons never hold the URL, in which there may be a key.
 * @param url of the node; https, or http on loopback
 */
export function ethCallOf(url: string, timeoutMs = TIMEOUT_MS): (to: string, data: string) => Promise<string> {
  const { origin, pathname, search } = new URL(url);
  const agent = new Agent({ connections: 8, connect: { timeout: timeoutMs } });
  return async (to, data) => {
    const outcome = await postJson(agent, {
      origin,
      path: pathname + search,
      headers: { accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to, data }, 'latest'] }),
      timeoutMs,
    });
    if (outcome.kind !== 'reply') throw new Error('the node could not be asked');
    if (outcome.status !== 200) throw new Error(`the node answered ${outcome.status}`);
    return resultOf(outcome.text);
  };
}

function resultOf(text: string): string {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch (cause) {
    throw new Error('the node sent no JSON', { cause });
  }
  const result = (reply as { result?: unknown } | null)?.result;
  if (typeof result !== 'string') throw new Error('the node refused the call');
  return result;
}
