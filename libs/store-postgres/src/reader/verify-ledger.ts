import type { Client } from 'pg';
import { responseMismatch } from '@stackcheck/payment-x402/store';
import { chainHash, NO_SEAL, type ChainedEvent } from '../events/event-chain';

/** Enough to see what is wrong. */
const FAULTS_MAX = 100;
const PAGE_ROWS = 2_000;

/**
 * Every fault of a ledger: its rules, the chain of each boot's events against its seals and those that other boots saw of it, and
 * rows that are not what their events say. What a boot wrote after its last seal is compared with the rows alone, which say
 * nothing of deliveries. To be called inside a transaction, so that what is written meanwhile is no fault.
 */
export async function ledgerFaults(client: Client): Promise<readonly string[]> {
  const faults = [...(await ruleFaults(client)), ...(await chainFaults(client)), ...(await historyFaults(client))];
  for await (const fault of responseFaults(client)) if (faults.push(fault) >= FAULTS_MAX) break;
  return faults.slice(0, FAULTS_MAX);
}

const TRIGGERS = [
  'answer_guard',
  'answer_kept',
  'answer_not_emptied',
  'delivery_guard',
  'event_fixed',
  'event_kept',
  'event_not_emptied',
  'payment_attempts',
  'payment_guard',
  'payment_kept',
  'payment_not_emptied',
  'seal_fixed',
];

/** The triggers keep rows and events unchanged, so a ledger without one of them proves little. */
async function ruleFaults(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ readonly name: string; readonly enabled: string }>(
    `SELECT tgname AS name, tgenabled AS enabled FROM pg_trigger WHERE NOT tgisinternal
       AND tgrelid IN ('payment'::regclass, 'payment_answer'::regclass, 'payment_event'::regclass, 'event_seal'::regclass)`,
  );
  const found = new Map(rows.map(({ name, enabled }) => [name, enabled]));
  return TRIGGERS.flatMap((name) => {
    if (!found.has(name)) return [`the trigger ${name} is missing`];
    return found.get(name) === 'O' ? [] : [`the trigger ${name} is switched off`];
  });
}

interface SealRow {
  readonly boot_id: string;
  readonly to_seq: number;
  readonly hash: string;
  readonly seen_by: string | null;
}

async function chainFaults(client: Client): Promise<string[]> {
  const { rows } = await client.query<SealRow>(
    `SELECT boot_id, to_seq, hash, NULL AS seen_by FROM event_seal
     UNION ALL SELECT boot_id, seal_seq, seal_hash, 'its node' FROM node WHERE seal_seq > 0
     UNION ALL SELECT s.key, (s.value->>0)::bigint, s.value->>1, n.boot_id FROM node n, jsonb_each(n.seals) s
     ORDER BY boot_id, to_seq`,
  );
  const faults: string[] = [];
  for (const [bootId, ofBoot] of byBoot(rows)) {
    let next = 0;
    let { hash } = NO_SEAL;
    const compare = (beforeSeq: number): void => {
      for (let seal = ofBoot[next]; seal && seal.to_seq < beforeSeq; seal = ofBoot[++next])
        if (seal.hash !== hash)
          faults.push(`events of boot ${bootId} up to ${seal.to_seq} are not what ${sayer(seal)} says`);
    };
    for await (const event of eventsOf(client, bootId)) {
      compare(event.seq);
      hash = chainHash(hash, event);
      if (faults.length >= FAULTS_MAX) break;
    }
    compare(Infinity);
  }
  return faults;
}

function sayer({ seen_by }: SealRow): string {
  return seen_by === null ? 'their seal' : `the seal that ${seen_by} saw`;
}

function byBoot(rows: readonly SealRow[]): Map<string, SealRow[]> {
  const boots = new Map<string, SealRow[]>();
  for (const row of rows) {
    const ofBoot = boots.get(row.boot_id);
    if (ofBoot) ofBoot.push(row);
    else boots.set(row.boot_id, [row]);
  }
  return boots;
}

async function* eventsOf(client: Client, bootId: string): AsyncGenerator<ChainedEvent> {
  for (let last = 0; ;) {
    const { rows } = await client.query<ChainedEvent>(
      `SELECT seq, payment_id AS "paymentId", at, state, detail FROM payment_event WHERE boot_id = $1 AND seq > $2
       ORDER BY seq LIMIT ${PAGE_ROWS}`,
      [bootId, last],
    );
    yield* rows;
    if (rows.length < PAGE_ROWS) return;
    last = rows.at(-1)!.seq;
  }
}

async function historyFaults(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ readonly id: number; readonly state: string; readonly said: string | null }>(
    `SELECT coalesce(p.id, e.payment_id) AS id, coalesce(p.state, 'not there') AS state, e.said
     FROM payment p FULL JOIN (
       SELECT payment_id, string_agg(state, ', ' ORDER BY at, seq) AS said, count(*) FILTER (WHERE state = 'settling') AS claims,
         count(*) FILTER (WHERE state = 'settled') AS settled, count(*) FILTER (WHERE state = 'delivered') AS delivered,
         count(*) FILTER (WHERE state = 'released') AS released, count(*) FILTER (WHERE state = 'refused') AS refused,
         count(*) FILTER (WHERE state = 'unknown') AS unknown,
         count(*) FILTER (WHERE state = 'lost') AS lost
       FROM payment_event WHERE state <> 'void' GROUP BY payment_id
     ) e ON e.payment_id = p.id
     WHERE (p.attempt > 0) IS NOT FALSE AND (p.id IS NULL OR e.payment_id IS NULL OR e.claims <> p.attempt
       OR e.settled <> (p.state = 'settled')::int OR e.released <> (p.state = 'released')::int
       OR e.delivered < (p.delivered_at IS NOT NULL)::int OR e.delivered > (p.state = 'settled')::int
       OR e.lost > (p.state = 'settled')::int
       OR (p.state = 'refused' AND e.refused = 0) OR (p.state = 'unknown' AND e.unknown = 0))
     ORDER BY 1 LIMIT ${FAULTS_MAX}`,
  );
  return rows.map(({ id, state, said }) => `payment ${id} is ${state}, its events say ${said ?? 'nothing'}`);
}

async function* responseFaults(client: Client): AsyncGenerator<string> {
  for (let last = 0; ;) {
    const { rows } = await client.query<{
      readonly id: number;
      readonly payment_response: string;
      readonly payer: string;
      readonly transaction_hash: string;
    }>(
      `SELECT id, payment_response, payer, transaction_hash FROM payment WHERE payment_response <> '' AND id > $1
       ORDER BY id LIMIT ${PAGE_ROWS}`,
      [last],
    );
    for (const { id, ...row } of rows) {
      const mismatch = responseMismatch(row);
      if (mismatch) yield `payment ${id}: its PAYMENT-RESPONSE names another ${mismatch}`;
    }
    if (rows.length < PAGE_ROWS) return;
    last = rows.at(-1)!.id;
  }
}
