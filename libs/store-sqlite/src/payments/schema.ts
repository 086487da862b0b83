import type { Migration } from '../migrate';

/**
 * The table of payments. Its texts are shared by the steps that build it; a step that was released is never edited, so
 * what differs between two steps is an argument.
 */
function paymentTable(name: string, differing: { readonly identity: string; readonly evidence: string }): string {
  return `CREATE TABLE ${name} (
  id INTEGER PRIMARY KEY,
  -- Identity: addresses and nonce lower-cased, so that one payment cannot have two rows.
${differing.identity}
  -- SHA-256 of the signed fields and the domain; tells a repeated payment from another one with the same nonce.
  payment_hash TEXT NOT NULL,
  x402_version INTEGER NOT NULL CHECK (x402_version IN (1, 2)),
  -- The decoded payload as JSON, to settle again with; without its signature once the row is terminal.
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  identifier TEXT CHECK (identifier IS NULL OR length(identifier) BETWEEN 16 AND 128),
  -- SHA-256 of method, route, path, query and body; an answer is given again for this request only.
  request_hash TEXT NOT NULL,
  route_id TEXT NOT NULL,
  resource_url TEXT NOT NULL,
  -- Atomic USDC in decimal: a signed value may have 256 bits, which no SQLite number holds.
  price TEXT NOT NULL CHECK (price NOT GLOB '*[^0-9]*' AND price <> ''),
  value TEXT NOT NULL CHECK (value NOT GLOB '*[^0-9]*' AND value <> ''),
  pay_to TEXT NOT NULL,
  -- Unix seconds, as signed.
  valid_after INTEGER NOT NULL,
  valid_before INTEGER NOT NULL,
  answer_content_type TEXT NOT NULL,
  -- The complete answer, gzipped; on disk before the settle call leaves, so that a paid one cannot be lost.
  answer_body BLOB NOT NULL,
  answer_snapshot_ids TEXT NOT NULL CHECK (json_valid(answer_snapshot_ids)),
  state TEXT NOT NULL CHECK (state IN ('settling', 'settled', 'refused', 'unknown', 'released')),
  boot_id TEXT NOT NULL,
  -- Epoch milliseconds of the claim.
  created_at INTEGER NOT NULL,
  doubt TEXT CHECK (doubt IN ('unconfirmed', 'nonce_used')),
  -- Hash of the transfer; empty when it is settled but the hash is not known.
  transaction_hash TEXT,
  ${differing.evidence}
  -- The PAYMENT-RESPONSE header, sent byte for byte with every answer.
  payment_response TEXT,
  -- Epoch milliseconds at which the answer was handed over; from then on a replay needs the identifier.
  delivered_at INTEGER,
  refusal_code TEXT,
  refusal_reason TEXT,
  CONSTRAINT payment_once UNIQUE (network, asset, payer, nonce),
  CHECK ((state = 'settled') = (payment_response IS NOT NULL)),
  CHECK ((payment_response IS NULL) = (evidence IS NULL) AND (payment_response IS NULL) = (transaction_hash IS NULL)),
  CHECK (delivered_at IS NULL OR state = 'settled'),
  CHECK (state <> 'unknown' OR doubt IS NOT NULL),
  CHECK ((refusal_code IS NULL) = (refusal_reason IS NULL)),
  CHECK (state <> 'refused' OR refusal_code IS NOT NULL)
) STRICT;`;
}

const PAYMENT_RULES = `-- An identifier is free again once its payment can no longer be answered.
CREATE UNIQUE INDEX payment_identifier ON payment (identifier)
  WHERE identifier IS NOT NULL AND state IN ('settling', 'unknown', 'settled');

CREATE INDEX payment_open ON payment (id) WHERE state IN ('settling', 'unknown');

CREATE TRIGGER payment_transition BEFORE UPDATE OF state ON payment
WHEN NOT (
  OLD.state = NEW.state AND OLD.state <> 'settling'
  OR OLD.state = 'settling' AND NEW.state IN ('settled', 'refused', 'unknown', 'released')
  OR OLD.state = 'unknown' AND NEW.state IN ('settled', 'refused', 'released')
  OR OLD.state = 'refused' AND NEW.state IN ('settling', 'settled', 'released')
)
BEGIN
  SELECT RAISE(ABORT, 'illegal payment transition');
END;

-- Identity and money of a payment never change; of a terminal row only the delivery is added.
CREATE TRIGGER payment_identity BEFORE UPDATE OF network, asset, payer, nonce ON payment
BEGIN
  SELECT RAISE(ABORT, 'the identity of a payment is fixed');
END;

CREATE TRIGGER payment_terminal BEFORE UPDATE ON payment
WHEN OLD.state IN ('settled', 'released') AND (
  NEW.state <> OLD.state OR NEW.payment_hash <> OLD.payment_hash OR NEW.payload <> OLD.payload
  OR NEW.identifier IS NOT OLD.identifier OR NEW.request_hash <> OLD.request_hash
  OR NEW.price <> OLD.price OR NEW.value <> OLD.value OR NEW.pay_to <> OLD.pay_to
  OR NEW.answer_body <> OLD.answer_body OR NEW.transaction_hash IS NOT OLD.transaction_hash
  OR NEW.evidence IS NOT OLD.evidence OR NEW.payment_response IS NOT OLD.payment_response
  OR OLD.delivered_at IS NOT NULL
)
BEGIN
  SELECT RAISE(ABORT, 'a closed payment does not change');
END;

CREATE TRIGGER payment_kept BEFORE DELETE ON payment
BEGIN
  SELECT RAISE(ABORT, 'payments are kept');
END;`;

function eventTable(name: string, payments: string, hash = 'hash TEXT NOT NULL UNIQUE'): string {
  return `-- Every transition, each row carrying the hash of the one before, so that a changed history shows.
CREATE TABLE ${name} (
  sequence INTEGER PRIMARY KEY,
  payment_id INTEGER NOT NULL REFERENCES ${payments} (id),
  -- Epoch milliseconds; never goes back even when the clock does.
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  detail TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  ${hash}
) STRICT;`;
}

const EVENT_RULES = `CREATE TRIGGER payment_event_fixed BEFORE UPDATE ON payment_event
BEGIN
  SELECT RAISE(ABORT, 'payment events are fixed');
END;

CREATE TRIGGER payment_event_kept BEFORE DELETE ON payment_event
BEGIN
  SELECT RAISE(ABORT, 'payment events are kept');
END;`;

/** Identity of an EIP-3009 payment: addresses and nonce of the chain. */
const CHAIN_IDENTITY = `  network TEXT NOT NULL CHECK (network LIKE 'eip155:%'),
  asset TEXT NOT NULL CHECK (length(asset) = 42 AND asset = lower(asset)),
  payer TEXT NOT NULL CHECK (length(payer) = 42 AND payer = lower(payer)),
  nonce TEXT NOT NULL CHECK (length(nonce) = 66 AND nonce = lower(nonce)),`;

/**
 * The same, or that of a Lightning payment: its payment hash, which stands for payer and nonce, because an invoice does
 * not tell who pays it and is paid once.
 */
const CHAIN_OR_LIGHTNING_IDENTITY = `  network TEXT NOT NULL CHECK (network LIKE 'eip155:%' OR network = 'lightning'),
  asset TEXT NOT NULL CHECK (asset = lower(asset)),
  payer TEXT NOT NULL CHECK (payer = lower(payer)),
  nonce TEXT NOT NULL CHECK (nonce = lower(nonce)) CHECK (CASE network
    WHEN 'lightning' THEN asset = 'btc' AND length(nonce) = 64 AND payer = nonce
    ELSE length(asset) = 42 AND length(payer) = 42 AND length(nonce) = 66
  END),`;

/** The schema of `payments.db`, which only the API writes. */
export const PAYMENT_MIGRATIONS: readonly Migration[] = [
  {
    name: '0001_payments',
    sql: `
${paymentTable('payment', {
  identity: CHAIN_IDENTITY,
  evidence: "evidence TEXT CHECK (evidence IN ('facilitator', 'chain', 'sandbox')),",
})}

${PAYMENT_RULES}

${eventTable('payment_event', 'payment')}

${EVENT_RULES}

-- Nonces spent by sandbox payments, which no chain remembers.
CREATE TABLE sandbox_nonce (
  network TEXT NOT NULL,
  asset TEXT NOT NULL,
  payer TEXT NOT NULL,
  nonce TEXT NOT NULL,
  payment_hash TEXT NOT NULL,
  spent_at INTEGER NOT NULL,
  PRIMARY KEY (network, asset, payer, nonce)
) STRICT, WITHOUT ROWID;
`,
  },
  {
    name: '0002_host_lease',
    sql: `
-- One row per process that takes payments. SQLite's locks hold between processes of one host, not between hosts.
CREATE TABLE host_lease (
  process_id TEXT PRIMARY KEY,
  host_id TEXT NOT NULL,
  -- Epoch milliseconds; renewed long before, so that a row that has passed belongs to a process that is gone.
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
  },
  {
    // SQLite cannot change a CHECK, so both tables are copied row by row. The new ones refer to each other from the start
    // and the old history goes before what it refers to, which keeps foreign keys satisfied throughout.
    name: '0002_lightning',
    sql: `
${paymentTable('payment_copy', {
  identity: CHAIN_OR_LIGHTNING_IDENTITY,
  evidence: "evidence TEXT CHECK (evidence IN ('facilitator', 'chain', 'sandbox', 'preimage')),",
})}
INSERT INTO payment_copy SELECT * FROM payment ORDER BY id;

${eventTable('payment_event_copy', 'payment_copy')}
INSERT INTO payment_event_copy SELECT * FROM payment_event ORDER BY sequence;

DROP TABLE payment_event;
DROP TABLE payment;
ALTER TABLE payment_copy RENAME TO payment;
ALTER TABLE payment_event_copy RENAME TO payment_event;

${PAYMENT_RULES}

${EVENT_RULES}
`,
  },
  {
    name: '0003_verified_by',
    sql: `
-- Name of the facilitator that verified the payment: an open payment is settled there again before anywhere else.
ALTER TABLE payment ADD COLUMN verified_by TEXT;
`,
  },
  {
    name: '0004_watched',
    sql: `
-- Refused payments are few and looked at again and again; those whose fate is settled leave the index.
CREATE INDEX payment_watched ON payment (id) WHERE state = 'refused';
`,
  },
  {
    name: '0005_released',
    sql: `
-- Released payments are few. With this every state but 'settled' has an index of its rows alone, and payments are kept, so that
-- they can be counted without reading all of them.
CREATE INDEX payment_released ON payment (id) WHERE state = 'released';
`,
  },
  {
    // Each row names the hash of the one before it, so that a repeated one breaks the chain as any other change does.
    name: '0006_event_hash',
    sql: `
-- Hashes are random: an index of them made every event of every commit write a page of its own.
${eventTable('payment_event_copy', 'payment', 'hash TEXT NOT NULL')}
INSERT INTO payment_event_copy SELECT * FROM payment_event ORDER BY sequence;
DROP TABLE payment_event;
ALTER TABLE payment_event_copy RENAME TO payment_event;

${EVENT_RULES}
`,
  },
  {
    name: '0007_signature_hash',
    sql: `
-- SHA-256 of the signature, which is wiped when the payment is closed: an answer that was paid and not delivered is given to
-- whoever has it, and the signed fields alone are public. Null on other rails, and in rows of before.
ALTER TABLE payment ADD COLUMN signature_hash TEXT;
`,
  },
  {
    name: '0008_lost',
    sql: `
-- A settled payment is lost once: the chain took its transfer back. Hardly any payment is, so that the index costs nothing.
CREATE UNIQUE INDEX payment_event_lost ON payment_event (payment_id) WHERE state = 'lost';
`,
  },
];
