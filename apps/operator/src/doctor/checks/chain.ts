import type { Check, DoctorContext } from '../doctor-context';
import { findingsOf, type Finding } from '../finding';

const { ok, skipped, warning, fault } = findingsOf('chain');

const TIMEOUT_MS = 5_000;
/** `decimals()` */
const DECIMALS = '0x313ce567';
const USDC_DECIMALS = 6n;
/** The API warns and pauses at the same. */
const SKEW_WARNED_SECONDS = 2;
const SKEW_PAUSED_SECONDS = 5;
const OLD_HEAD_SECONDS = 60;

/** Each node of RPC_URL: its chain, its newest block against our clock, and the asset's contract. */
export const chain: Check = {
  name: 'chain',
  async run(context) {
    const { payments } = context.config;
    if (payments.mode !== 'facilitator' && payments.mode !== 'self') return [skipped(`payments are ${payments.mode}`)];
    if (payments.rpcUrls.length === 0)
      return [
        warning(
          'RPC_URL is not set',
          'neither settlements in doubt nor the clock are compared with the chain',
          'set RPC_URL, best to two nodes',
        ),
      ];
    return (await Promise.all(payments.rpcUrls.map((url) => nodeOf(url, payments.terms, context)))).flat();
  },
};

async function nodeOf(
  url: string,
  { chainId, asset }: { readonly chainId: number; readonly asset: string },
  { clock }: DoctorContext,
): Promise<readonly Finding[]> {
  // A URL may hold a key.
  const { host } = new URL(url);
  try {
    const id = Number(await ask(url, 'eth_chainId', []));
    if (id !== chainId)
      return [
        fault(
          `${host} is on chain ${id}, not on ${chainId}`,
          'its evidence is of other payments',
          'correct RPC_URL or NETWORK',
        ),
      ];
    const block = (await ask(url, 'eth_getBlockByNumber', ['latest', false])) as { readonly timestamp: string };
    const aheadSeconds = Number(block.timestamp) - clock.now() / 1_000;
    const decimals = BigInt((await ask(url, 'eth_call', [{ to: asset, data: DECIMALS }, 'latest'])) as string);
    return [
      headOf(host, aheadSeconds),
      decimals === USDC_DECIMALS
        ? ok(`${asset} has ${decimals} decimals`)
        : fault(`${asset} has ${decimals} decimals`, 'it is not USDC', 'correct ASSET and NETWORK'),
    ];
  } catch {
    return [
      fault(
        `${host} does not answer as a node`,
        'settlements in doubt stay in doubt',
        'look at its status page and RPC_URL',
      ),
    ];
  }
}

function headOf(host: string, aheadSeconds: number): Finding {
  if (aheadSeconds > SKEW_WARNED_SECONDS) {
    const make = aheadSeconds > SKEW_PAUSED_SECONDS ? fault : warning;
    return make(`our clock is ${aheadSeconds.toFixed(1)} s behind ${host}`, 'above 5 s no payment is taken', 'run NTP');
  }
  if (-aheadSeconds > OLD_HEAD_SECONDS)
    return warning(
      `the newest block of ${host} is ${Math.round(-aheadSeconds)} s old`,
      'the node lags, or our clock is ahead',
      'compare with another node; run NTP',
    );
  return ok(`${host} is on the chain, its newest block ${Math.max(0, Math.round(-aheadSeconds))} s old`);
}

async function ask(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { result } = (await response.json()) as { readonly result?: unknown };
  if (result === undefined || result === null) throw new Error('no result');
  return result;
}
