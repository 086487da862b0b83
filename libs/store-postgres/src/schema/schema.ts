import { CALLED_FREE_ROWS } from './called-free';
import { DELIVERY_EVENTS } from './delivery-events';
import { EVENT_TABLES, LOST_EVENTS, NODE_TABLES, WATCH_KEYS } from './node-tables';
import { PAYMENT_RULES } from './payment-rules';
import { PAYMENT_TABLES } from './payment-tables';
import { SHORT_KEYS } from './short-keys';

/** One step of the schema. Steps are numbered by their place in the list; a released step is never edited. */
export interface SchemaStep {
  readonly name: string;
  readonly sql: string;
}

/** The schema of a ledger in PostgreSQL. */
export const SCHEMA_STEPS: readonly SchemaStep[] = [
  { name: '0001_payments', sql: `${PAYMENT_TABLES}\n${EVENT_TABLES}\n${NODE_TABLES}\n${PAYMENT_RULES}` },
  { name: '0002_called_free', sql: CALLED_FREE_ROWS },
  { name: '0003_short_keys', sql: SHORT_KEYS },
  { name: '0004_lost', sql: LOST_EVENTS },
  { name: '0005_watch_keys', sql: WATCH_KEYS },
  { name: '0006_delivery_events', sql: DELIVERY_EVENTS },
];
