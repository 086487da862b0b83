import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgedFile, openPayments, type JudgedLedger } from './judged-ledger';

/** Where a server that is killed keeps its payments, and how they are looked at from outside. */
export interface ServedLedger {
  /** Variables of the server that point to it. */
  readonly env: Readonly<Record<string, string>>;
  /** Settle calls that arrived before their intent was written; to be read after `finish`. */
  readonly faults: readonly string[];
  /** A settle call for the payment of this nonce has arrived. */
  see(nonce: string): void;
  /** How many payments wait for an outcome. */
  open(): Promise<number>;
  /** Waits for what could not be looked up yet. */
  finish(): Promise<void>;
  /** The same ledger, when no server writes it any more. */
  judged(): Promise<JudgedLedger>;
}

/** The file of a server that has it to itself. */
export function servedFile(dataDir: string): ServedLedger {
  const file = join(dataDir, 'payments.db');
  const faults: string[] = [];
  return {
    env: {},
    faults,
    see: (nonce) => {
      if (!isWritten(file, nonce)) faults.push(`settle was called before W1 of ${nonce}`);
    },
    open: async () => openPayments(file),
    finish: async () => undefined,
    judged: async () => judgedFile(file),
  };
}

/**
 * Looks for the nonce in the bytes of the files. A connection would do more than look: while one is open, a killed server's
 * log is not recovered but taken over.
 */
function isWritten(file: string, nonce: string): boolean {
  return [`${file}-wal`, file].some((name) => readFileSync(name).includes(nonce));
}
