import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from 'viem';
import type { Choice } from './choice';
import { startMarket, type Market } from './market';
import { openRpcDoor, type RpcDoor } from './rpc-door';
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
  /** Settle calls that arrived before their intent was written. */
  readonly tooEarly: string[];
  /** The node of a server that settles by itself answers badly by so much. */
  readonly node: RpcDoor | undefined;
}

/** What is put around a server. */
export interface KillOptions {
  /** Whether the server may ask the chain; one that settles by itself always does. */
  readonly evidence: boolean;
  /** How many processes serve. */
  readonly workers?: number;
  readonly mode?: PayMode;
  readonly choice: Choice;
}

const NODE_FAULT_RATE = 0.03;

/** Starts a chain, a facilitator and funded payers, and publishes what is sold. */
export async function startKillHarness(
  { evidence, workers = 1, mode = 'facilitator', choice }: KillOptions,
  scratch: Scratch,
): Promise<KillHarness> {
  const dataDir = scratch.folder();
  await publishSelection(dataDir);
  const tooEarly: string[] = [];
  const market = await startMarket(scratch, (nonce) => {
    if (!isWritten(dataDir, nonce)) tooEarly.push(`settle was called before W1 of ${nonce}`);
  });
  const { chain, facilitator, payTo } = market;
  const around = { dataDir, facilitatorUrl: facilitator.url, payTo, ...(evidence ? { chain } : {}) };
  const node = mode === 'self' ? scratch.keep(await openRpcDoor(chain.rpcUrl, choice)) : undefined;
  if (node) node.faultRate = NODE_FAULT_RATE;
  const env = {
    ...killableEnvironment(around),
    WORKERS: String(workers),
    ...(node ? { ...SELF, RPC_URL: node.url, GAS_KEY: await chain.newGasKey() } : {}),
  };
  return { ...market, dataDir, env, tooEarly, node };
}

const SELF = { PAYMENTS_MODE: 'self', FACILITATOR_URL: '', GAS_FEE_MAX_GWEI: '50' } as const;

/**
 * Looks for the nonce in the bytes of the files. A connection would do more than look: while one is open, a killed server's
 * log is not recovered but taken over.
 */
function isWritten(dataDir: string, nonce: string): boolean {
  return ['payments.db-wal', 'payments.db'].some((file) => readFileSync(join(dataDir, file)).includes(nonce));
}

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
