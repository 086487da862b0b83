import { existsSync } from 'node:fs';
import { openBookReader } from '@stackcheck/store-sqlite/gas';
import type { Hex } from 'viem';
import type { TestChain } from '../chain/test-chain';
import type { Choice } from './choice';

/** Blocks of the chain's beginning hold what payers and wallet own; they stay. */
const FIRST_BLOCK = 12n;
const DEPTH_MAX = 3;

/**
 * The newest blocks of the chain never were: others stand in their place without what those held, and no node keeps it for the next one.
 * The chain's time stays that of the clock.
 * @param depth how many blocks
 */
export async function reorganise({ control }: TestChain, depth: number): Promise<void> {
  await control.request({ method: 'anvil_reorg', params: [depth, []] } as never);
  await control.request({ method: 'anvil_setTime', params: [Math.floor(Date.now() / 1_000)] } as never);
}

/** Reorganises a chain after a time or up to twice that, one to three blocks deep, again and again until it is ended. */
export class Reorganisations {
  count = 0;
  private isEnded = false;
  private readonly over: Promise<void>;

  constructor(
    private readonly chain: TestChain,
    private readonly choice: Choice,
    private readonly leastMs: number,
  ) {
    this.over = this.goOn();
  }

  /** No further one follows when it resolves; the last one has just been. */
  async end(): Promise<void> {
    this.isEnded = true;
    await this.over;
    await this.once();
  }

  private async goOn(): Promise<void> {
    while (!this.isEnded) {
      await new Promise((resolve) => setTimeout(resolve, this.choice.between(this.leastMs, 2 * this.leastMs)));
      if (!this.isEnded) await this.once();
    }
  }

  private async once(): Promise<void> {
    if ((await this.chain.reader.getBlockNumber()) < FIRST_BLOCK) return;
    await reorganise(this.chain, this.choice.between(1, DEPTH_MAX));
    this.count++;
  }
}

/** How many transactions of a gas wallet's book stand in no block, in none of their versions; 0 where there is no book. */
export async function missingTransactions({ reader }: TestChain, bookFile: string): Promise<number> {
  if (!existsSync(bookFile)) return 0;
  const book = openBookReader(bookFile);
  const versions = new Map<number, Hex[]>();
  for (const { nonce, hash } of book.attempts()) versions.set(nonce, [...(versions.get(nonce) ?? []), hash as Hex]);
  book.close();
  const isMissing = async (hashes: readonly Hex[]): Promise<boolean> => {
    for (const hash of hashes) if (await reader.getTransactionReceipt({ hash }).catch(() => null)) return false;
    return true;
  };
  return (await Promise.all([...versions.values()].map(isMissing))).filter((is) => is).length;
}
