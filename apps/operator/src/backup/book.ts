import { existsSync } from 'node:fs';
import { signedFault } from '@stackcheck/payment-x402/self';
import { openBookReader, type WalletBook } from '@stackcheck/store-sqlite/gas';

/** What the book of a gas wallet was found to be. */
export interface ProvenBook {
  readonly wallets: readonly WalletBook[];
  readonly faults: readonly string[];
}

const FAULTS_MAX = 20;

/** Proves a `gas.db`: its pages, its schema, and that its wallets signed each transaction in it. One that is not there has no faults. */
export function proveBook(file: string): ProvenBook {
  if (!existsSync(file)) return { wallets: [], faults: [] };
  const reader = openBookReader(file);
  try {
    const faults = [...reader.faults()];
    if (faults.length > 0) return { wallets: [], faults: faults.map((fault) => `gas.db: ${fault}`) };
    for (const attempt of reader.attempts()) {
      const fault = signedFault(attempt.raw, attempt);
      if (fault !== null) faults.push(`gas.db: a transaction of nonce ${attempt.nonce} ${fault}`);
      if (faults.length >= FAULTS_MAX) break;
    }
    return { wallets: reader.wallets(), faults };
  } finally {
    reader.close();
  }
}

/**
 * Whether a book must give way to that of a backup: where it is missing or damaged, or lacks a nonce that the backup's knows.
 * Where the backup has none, nothing gives way.
 */
export function isBookOlder(there: string, restored: string): boolean {
  if (!existsSync(restored)) return false;
  const now = soundWallets(there);
  const isKnown = ({ chainId, wallet, next }: WalletBook): boolean =>
    now.some((other) => other.chainId === chainId && other.wallet === wallet && other.next >= next);
  return now.length === 0 || !proveBook(restored).wallets.every(isKnown);
}

function soundWallets(file: string): readonly WalletBook[] {
  try {
    const { wallets, faults } = proveBook(file);
    return faults.length === 0 ? wallets : [];
  } catch {
    return [];
  }
}
