/** The history of payments: a chain for each boot, because one for all would let one commit at a time through. */
export const EVENT_TABLES = `
-- Every transition of a payment, and for a statement whose end was never learned the word 'void', which keeps it out for ever.
-- Numbers may be missing: those of claims that lost.
CREATE TABLE payment_event (
  boot_id text NOT NULL,
  seq bigint NOT NULL,
  payment_id bigint NOT NULL,
  -- Epoch milliseconds; within one boot it never goes back.
  at bigint NOT NULL,
  state text NOT NULL,
  detail text NOT NULL,
  PRIMARY KEY (boot_id, seq)
);
CREATE INDEX payment_event_payment ON payment_event (payment_id);

-- SHA-256 over a boot's events up to a number, each with the hash before it; written with later events or a beat.
CREATE TABLE event_seal (
  boot_id text NOT NULL,
  to_seq bigint NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (boot_id, to_seq)
);`;

/** A settled payment is lost once: the chain took its transfer back. Hardly any is, so that the index costs nothing. */
export const LOST_EVENTS = `CREATE UNIQUE INDEX payment_event_lost ON payment_event (payment_id) WHERE state = 'lost';`;

/** Digests of the keys of watch tokens that a node opens; the last one seals. None: it does not watch, or was started by a program of before. */
export const WATCH_KEYS = `ALTER TABLE node ADD COLUMN watch_keys text[] NOT NULL DEFAULT '{}';`;

/** The processes over this ledger, and what holds for all of them. */
export const NODE_TABLES = `
CREATE TABLE node (
  boot_id text PRIMARY KEY,
  -- Same after a restart of the same process, and for no other one.
  place text NOT NULL,
  -- Raised every second. No clock is compared: one that stands still for long enough belongs to a process that is gone.
  beat bigint NOT NULL DEFAULT 0,
  gone boolean NOT NULL DEFAULT false,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- Digests of what all nodes must agree on.
  terms_sha256 text NOT NULL,
  keys_sha256 text NOT NULL,
  -- The newest seal of this boot, and those it saw of others.
  seal_seq bigint NOT NULL DEFAULT 0,
  seal_hash text NOT NULL DEFAULT '',
  seals jsonb NOT NULL DEFAULT '{}'
) WITH (fillfactor = 50);

-- What the nodes say to each other of refused payments in the last ten minutes; a crash of the server forgives.
CREATE UNLOGGED TABLE refusal (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  boot_id text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  counted jsonb NOT NULL
);

CREATE TABLE cluster (
  one integer PRIMARY KEY CHECK (one = 1),
  -- Why an operator paused payments on all nodes.
  paused text,
  -- Why nobody may sell until the ledger was checked.
  stopped text
);
INSERT INTO cluster (one) VALUES (1);`;
