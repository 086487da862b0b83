/** Payments with their answers, and the nonces of the sandbox: the columns and CHECKs of the SQLite ledger, and who works on a row. */
export const PAYMENT_TABLES = `
CREATE TABLE payment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Identity: addresses and nonce lower-cased, so that one payment cannot have two rows.
  network text NOT NULL CHECK (network LIKE 'eip155:%' OR network = 'lightning'),
  asset text NOT NULL CHECK (asset = lower(asset)),
  payer text NOT NULL CHECK (payer = lower(payer)),
  nonce text NOT NULL CHECK (nonce = lower(nonce)) CHECK (CASE network
    WHEN 'lightning' THEN asset = 'btc' AND length(nonce) = 64 AND payer = nonce
    ELSE length(asset) = 42 AND length(payer) = 42 AND length(nonce) = 66
  END),
  payment_hash text NOT NULL,
  x402_version smallint NOT NULL CHECK (x402_version IN (1, 2)),
  -- JSON, but text: byte for byte what was signed. Without its signature once the row is terminal.
  payload text NOT NULL,
  identifier text CHECK (length(identifier) BETWEEN 16 AND 128),
  request_hash text NOT NULL,
  route_id text NOT NULL,
  resource_url text NOT NULL,
  -- Atomic USDC: a signed value may have 256 bits.
  price numeric(78) NOT NULL CHECK (price >= 0),
  value numeric(78) NOT NULL CHECK (value >= 0),
  pay_to text NOT NULL,
  -- Unix seconds, as signed.
  valid_after bigint NOT NULL,
  valid_before bigint NOT NULL,
  answer_content_type text NOT NULL,
  answer_snapshot_ids text NOT NULL,
  state text NOT NULL CHECK (state IN ('settling', 'settled', 'refused', 'unknown', 'released')),
  boot_id text NOT NULL,
  -- Grows when a refused row is claimed again, so that a claim that arrives late meets another number.
  attempt integer NOT NULL DEFAULT 1,
  -- The boot that may settle now; NULL = nobody works on it. The fence grows whenever
  -- another one takes an attempt up.
  worker text,
  fence integer NOT NULL DEFAULT 1,
  -- Epoch milliseconds of the first claim.
  created_at bigint NOT NULL,
  doubt text CHECK (doubt IN ('unconfirmed', 'nonce_used')),
  transaction_hash text,
  evidence text CHECK (evidence IN ('facilitator', 'chain', 'sandbox', 'preimage')),
  payment_response text,
  delivered_at bigint,
  refusal_code text,
  refusal_reason text,
  verified_by text,
  signature_hash text,
  CONSTRAINT payment_once UNIQUE (network, asset, payer, nonce),
  CHECK ((state = 'settled') = (payment_response IS NOT NULL)),
  CHECK ((payment_response IS NULL) = (evidence IS NULL) AND (payment_response IS NULL) = (transaction_hash IS NULL)),
  CHECK (delivered_at IS NULL OR state = 'settled'),
  CHECK (state <> 'unknown' OR doubt IS NOT NULL),
  CHECK ((refusal_code IS NULL) = (refusal_reason IS NULL)),
  CHECK (state <> 'refused' OR refusal_code IS NOT NULL),
  CHECK (worker IS NULL OR state IN ('settling', 'unknown'))
) WITH (fillfactor = 80);

-- An identifier is free again once its payment can no longer be answered.
CREATE UNIQUE INDEX payment_identifier ON payment (identifier)
  WHERE identifier IS NOT NULL AND state IN ('settling', 'unknown', 'settled');
CREATE INDEX payment_open ON payment (id) WHERE state IN ('settling', 'unknown');
CREATE INDEX payment_watched ON payment (id) WHERE state = 'refused';
CREATE INDEX payment_released ON payment (id) WHERE state = 'released';

-- The complete answer, gzipped; apart from its payment, whose later versions would each copy it.
CREATE TABLE payment_answer (
  payment_id bigint PRIMARY KEY,
  body bytea NOT NULL
);
ALTER TABLE payment_answer ALTER COLUMN body SET STORAGE EXTERNAL;

-- Nonces spent by sandbox payments, which no chain remembers.
CREATE TABLE sandbox_nonce (
  network text NOT NULL,
  asset text NOT NULL,
  payer text NOT NULL,
  nonce text NOT NULL,
  payment_hash text NOT NULL,
  spent_at bigint NOT NULL,
  PRIMARY KEY (network, asset, payer, nonce)
);`;
