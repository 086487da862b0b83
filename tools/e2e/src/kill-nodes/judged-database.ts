import { randomUUID } from 'node:crypto';
import {
  openPostgresCluster,
  openPostgresPayments,
  openPostgresReader,
  type StandbyRule,
} from '@stackcheck/store-postgres';
import type { JudgedLedger } from '../kill/judged-ledger';

/** The ledger in a PostgreSQL that no node writes any more. */
export async function judgedDatabase(url: string, standby: StandbyRule = 'none'): Promise<JudgedLedger> {
  const place = `verdict ${randomUUID()}`;
  const store = await openPostgresPayments({ url, standby, bootId: place, place });
  const reader = openPostgresReader(url);
  return {
    find: (key) => store.ledger.find(key),
    trailOf: async (id) =>
      (await reader.history(id)).map(({ at, state, detail }) => `${at} ${state} ${detail}`).join('; '),
    async faults() {
      const { stopped } = await openPostgresCluster(url).state();
      return [...(await reader.faults()), ...(stopped === null ? [] : [`payments are stopped: ${stopped}`])];
    },
    async close() {
      await reader.close();
      await store.close();
    },
  };
}
