import type { Client } from 'pg';
import { LedgerMoveError, type HoldOutcome, type LedgerSource } from '@stackcheck/payment-x402/store';
import { isMoved, MOVED_TO } from '../node/stopped';
import { commit } from './commit';
import { holdTables, noNodeAlive, type WatchTimes } from './held-tables';
import { storedContents } from './stored-contents';

/**
 * A ledger in PostgreSQL of which all is to be moved.
 * @param client to the primary, as the owner of the tables
 */
export function moveSource(name: string, client: Client, times: WatchTimes): LedgerSource {
  const mark = async (): Promise<HoldOutcome | undefined> => {
    const { rows } = await client.query<{ readonly stopped: string | null }>('SELECT stopped FROM cluster');
    const stopped = rows[0]?.stopped ?? null;
    return isMoved(stopped) ? { kind: 'moved', to: stopped!.slice(MOVED_TO.length) } : undefined;
  };
  return {
    name,
    ...storedContents(() => client),
    async look() {
      const outcome = (await mark()) ?? (await noNodeAlive(client, times));
      await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return outcome;
    },
    hold: async () => (await mark()) ?? holdTables(client, times),
    async markMoved(to) {
      // Nodes look at it with every beat, and take nothing while it stands.
      await client.query('UPDATE cluster SET stopped = $1', [`${MOVED_TO}${to}`]);
      await commit(client, () => new LedgerMoveError(UNMARKED));
    },
    close: () => client.end(),
  };
}

const UNMARKED =
  'the target is whole, but whether this ledger is marked as moved is not known: run the same command again';
