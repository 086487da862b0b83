import type { LedgerSource, LedgerTarget } from '@stackcheck/payment-x402/store';
import { connectToPrimary } from './connection/connect';
import { hostsOf } from './connection/ledger-hosts';
import type { StandbyRule } from './connection/server-settings';
import { moveSource } from './move/move-source';
import { PostgresMoveTarget } from './move/move-target';
import { NODE_TIMES, type NodeTimes } from './node/node-times';
import { LedgerSchemaError, stepsLeft } from './schema/migrate';

const CONNECT_MS = 2_000;

/** Where a ledger is moved from or to. */
export interface PostgresMoveConfig {
  /** As `PostgresPaymentsConfig` has it, of the owner of the tables. */
  readonly url: string;
  readonly standby: StandbyRule;
  /** Other than `NODE_TIMES`, in tests. */
  readonly times?: Partial<NodeTimes>;
}

/**
 * Opens a ledger of which all is to be moved to another store.
 * @throws RangeError when the URL cannot be read
 * @throws LedgerSchemaError when it is of another version
 */
export async function openPostgresMoveSource(config: PostgresMoveConfig): Promise<LedgerSource> {
  const { name, client, times } = await mover(config);
  if ((await stepsLeft(client)) === 0) return moveSource(name, client, times);
  await client.end();
  throw new LedgerSchemaError('the ledger is not of this version: start the API once, which brings it up to date');
}

/**
 * Opens a database that a ledger is to be moved to.
 * @throws RangeError when the URL cannot be read
 * @throws ServerRefusedError when the server would lose acknowledged payments
 */
export async function openPostgresMoveTarget(config: PostgresMoveConfig): Promise<LedgerTarget> {
  const { name, client, times } = await mover(config);
  return new PostgresMoveTarget(name, client, times);
}

async function mover({ url, standby, times }: PostgresMoveConfig) {
  const hosts = hostsOf(url);
  const client = await connectToPrimary({ hosts, standby, connectMs: CONNECT_MS, name: 'stackcheck move' });
  const place = hosts.map((host) => host.name).join(',');
  const name = `PostgreSQL at ${place}${new URL(hosts[0]!.url).pathname}`;
  return { name, client, times: { ...NODE_TIMES, ...times } };
}
