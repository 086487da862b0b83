import type { Clock } from '@stackcheck/contract';
import { Interface } from 'ethers';
import { BoundedMap } from '../fast/bounded-map';

/** Reads a contract: `eth_call` against the newest block. Rejects when there is no answer. @param data ABI-encoded call */
export type EthCall = (to: string, data: string) => Promise<string>;

/** A second opinion on payers, from a contract that lists sanctioned addresses. Never rejects, and answers in time. */
export interface SanctionsOracle {
  /** `unknown` when no node gave an answer in time. @param address lower-cased */
  isSanctioned(address: string): Promise<boolean | 'unknown'>;
}

/** What asking a contract needs. */
export interface OracleDeps {
  /** Address of the contract. */
  readonly contract: string;
  /** One per node. The first answer counts. */
  readonly calls: readonly EthCall[];
  readonly clock: Clock;
  /** Called with the reason why an answer is missing. */
  readonly onFailure: (reason: string) => void;
  /** Shorter in tests. */
  readonly budgetMs?: number;
}

const BUDGET_MS = 1_500;
const CACHED_MS = 24 * 3_600_000;
const CACHED_MAX = 10_000;
/** A client can name any payer before paying, so the questions that are open at once are few. */
const ASKED_AT_ONCE_MAX = 16;

const ORACLE = new Interface(['function isSanctioned(address account) view returns (bool)']);

/** The oracle at a contract with `isSanctioned(address)`, its answers kept for a day. */
export function sanctionsOracle(deps: OracleDeps): SanctionsOracle {
  const known = new BoundedMap<string, { readonly verdict: boolean; readonly until: number }>(CACHED_MAX);
  const asked = new Map<string, Promise<boolean | 'unknown'>>();

  const remember = (address: string, verdict: boolean): void => {
    known.set(address, { verdict, until: deps.clock.monotonic() + CACHED_MS });
  };

  const ask = async (address: string): Promise<boolean | 'unknown'> => {
    try {
      const verdict = await firstAnswer(deps, address);
      remember(address, verdict);
      return verdict;
    } catch (error) {
      deps.onFailure(reasonOf(error));
      return 'unknown';
    } finally {
      asked.delete(address);
    }
  };

  return {
    async isSanctioned(address) {
      const kept = known.get(address);
      if (kept && deps.clock.monotonic() < kept.until) return kept.verdict;
      const open = asked.get(address);
      if (open) return open;
      if (asked.size >= ASKED_AT_ONCE_MAX) return 'unknown';
      const answer = ask(address);
      asked.set(address, answer);
      return answer;
    },
  };
}

async function firstAnswer({ contract, calls, budgetMs = BUDGET_MS }: OracleDeps, address: string): Promise<boolean> {
  const data = ORACLE.encodeFunctionData('isSanctioned', [address]);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${budgetMs} ms`)), budgetMs);
  });
  try {
    const answers = calls.map(async (call) => decode(await call(contract, data)));
    return await Promise.race([Promise.any(answers), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** An address without a contract answers with no data, which is no word about any payer. */
function decode(answer: string): boolean {
  if (!/^0x0{63}[01]$/.test(answer)) throw new Error('the contract gave no boolean');
  return answer.endsWith('1');
}

function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message : 'unknown';
}
