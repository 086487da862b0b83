import type { Address } from 'viem';
import type { Choice } from './choice';
import { startMarket, type Market } from './market';
import { openRpcDoor, type RpcDoor } from './rpc-door';
import { servedFile, type ServedLedger } from './served-ledger';
import type { TestChain } from '../chain/test-chain';
import { BASE_URL } from '../service/paid-service';
import { publishSelection } from '../service/publish-selection';
import type { Scratch } from '../service/scratch';

/** Who settles for the server. */
export type PayMode = 'facilitator' | 'self';

/** Everything around a server that is to be killed. */
export interface KillHarness extends Market {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>> & { readonly DATA_DIR: string };
  readonly ledger: ServedLedger;
  /** The node of a server that settles by itself answers badly by so much. */
  readonly node: RpcDoor | undefined;
}

/** What is put around a server. */
export interface KillOptions {
  /** Whether the server may ask the chain; one that settles by itself always does. */
  readonly evidence: boolean;
  /** So many workers, over a ledger that several processes can share; one process over a file when absent. */
  readonly workers?: { readonly count: number; open(scratch: Scratch): Promise<ServedLedger> } | undefined;
  readonly mode?: PayMode;
  /** Of `self`: blocks that must stand on a transfer; 1 when absent. */
  readonly confirmations?: number;
  readonly choice: Choice;
}

const NODE_FAULT_RATE = 0.03;

/** Starts a chain, a facilitator and funded payers, and publishes what is sold. */
export async function startKillHarness(
  { evidence, workers, mode = 'facilitator', confirmations = 1, choice }: KillOptions,
  scratch: Scratch,
): Promise<KillHarness> {
  const dataDir = scratch.folder();
  await publishSelection(dataDir);
  const ledger = (await workers?.open(scratch)) ?? servedFile(dataDir);
  const market = await startMarket(scratch, (nonce) => ledger.see(nonce));
  const { chain, facilitator, payTo } = market;
  const around = { dataDir, facilitatorUrl: facilitator.url, payTo, ...(evidence ? { chain } : {}) };
  const node = mode === 'self' ? scratch.keep(await openRpcDoor(chain.rpcUrl, choice)) : undefined;
  if (node) node.faultRate = NODE_FAULT_RATE;
  const env = {
    ...killableEnvironment(around),
    ...ledger.env,
    WORKERS: String(workers?.count ?? 1),
    ...(node
      ? { ...SELF, CONFIRMATIONS: String(confirmations), RPC_URL: node.url, GAS_KEY: await chain.newGasKey() }
      : {}),
  };
  return { ...market, dataDir, env, ledger, node };
}

const SELF = { PAYMENTS_MODE: 'self', FACILITATOR_URL: '', GAS_FEE_MAX_GWEI: '50' } as const;

/** The environment of a server that may be killed; it asks the chain where one is named. */
export function killableEnvironment(around: {
  readonly dataDir: string;
  readonly facilitatorUrl: string;
  readonly payTo: Address;
  readonly chain?: TestChain;
}): Readonly<Record<string, string>> & { readonly DATA_DIR: string } {
  return {
    DATA_DIR: around.dataDir,
    PORT: '0',
    PUBLIC_BASE_URL: BASE_URL,
    PAYMENTS_MODE: 'facilitator',
    NETWORK: 'eip155:8453',
    FACILITATOR_URL: around.facilitatorUrl,
    PAY_TO: around.payTo,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
    // Loops lag on a machine that does nothing but start processes; shedding is proven elsewhere.
    EVENT_LOOP_LAG_MAX_MS: '0',
    ...(around.chain ? { RPC_URL: around.chain.rpcUrl } : {}),
  };
}
