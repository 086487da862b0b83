import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { HoldOutcome } from '@stackcheck/payment-x402/store';
import type { NodeTimes } from '../node/node-times';

/** How long nodes are watched. */
export type WatchTimes = Pick<NodeTimes, 'beatMs' | 'goneMs'>;

type Beats = ReadonlyMap<string, number>;

/** Whether no node is alive: one that did not say that it is gone is watched until its beat stood still for long enough. */
export async function noNodeAlive(client: Client, times: WatchTimes): Promise<HoldOutcome> {
  return (await watchNodes(client, times)).outcome;
}

/**
 * Begins a transaction in which no other program writes to the ledger, and no node can enter. Taken only when no node is alive, so that none
 * waits for it.
 */
export async function holdTables(client: Client, times: WatchTimes): Promise<HoldOutcome> {
  const { outcome, beats } = await watchNodes(client, times);
  if (outcome.kind !== 'held') return outcome;
  await client.query(BEGIN);
  try {
    await client.query('LOCK TABLE node IN EXCLUSIVE MODE');
    const alive = livingNode(beats, await nodeBeats(client));
    if (alive) return alive;
    await client.query(
      'LOCK TABLE cluster, payment, payment_answer, payment_event, event_seal, sandbox_nonce IN EXCLUSIVE MODE',
    );
    await client.query('SET LOCAL lock_timeout = 0');
    return { kind: 'held' };
  } catch (error) {
    const why = REFUSALS[(error as { readonly code?: string }).code ?? ''];
    if (why === undefined) throw error;
    return { kind: 'refused', why };
  }
}

/** Time limits of the role are meant for short statements. */
const BEGIN = `BEGIN; SET LOCAL lock_timeout = '5s'; SET LOCAL statement_timeout = 0;
SET LOCAL idle_in_transaction_session_timeout = 0`;

const REFUSALS: Readonly<Record<string, string>> = {
  '55P03': 'somebody else works in its tables, perhaps another move',
  '42501': 'this role may not lock its tables: run it as their owner',
};

async function watchNodes(
  client: Client,
  { beatMs, goneMs }: WatchTimes,
): Promise<{ readonly outcome: HoldOutcome; readonly beats: Beats }> {
  const sinceMs = performance.now();
  const beats = await nodeBeats(client);
  for (let found = beats; found.size > 0 && performance.now() - sinceMs < goneMs; found = await nodeBeats(client)) {
    await sleep(beatMs);
    const alive = livingNode(beats, await nodeBeats(client));
    if (alive) return { outcome: alive, beats };
  }
  return { outcome: { kind: 'held' }, beats };
}

/** A node that entered since, or whose beat moved. */
function livingNode(before: Beats, now: Beats): HoldOutcome | undefined {
  const alive = [...now].filter(([bootId, beat]) => before.get(bootId) !== beat);
  if (alive.length === 0) return undefined;
  return {
    kind: 'refused',
    why: `${alive.length} instance(s) take payments with it: stop them (see \`payments nodes\`)`,
  };
}

async function nodeBeats(client: Client): Promise<Beats> {
  const { rows } = await client.query<{ boot_id: string; beat: number }>(
    'SELECT boot_id, beat FROM node WHERE NOT gone',
  );
  return new Map(rows.map(({ boot_id, beat }) => [boot_id, beat]));
}
