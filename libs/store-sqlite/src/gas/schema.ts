import type { Migration } from '../migrate';

/** Schema of `gas.db`. Released steps are never edited; a change is a new step. */
export const GAS_MIGRATIONS: readonly Migration[] = [
  {
    name: 'transactions',
    sql: `
      -- What gas wallets signed: one row for each nonce. Times are epoch milliseconds.
      CREATE TABLE gas_transaction (
        chain_id  INTEGER NOT NULL,
        wallet    TEXT NOT NULL,
        nonce     INTEGER NOT NULL CHECK (nonce >= 0),
        state     TEXT NOT NULL CHECK (state IN ('open', 'mined', 'final', 'foreign')),
        mined_as  TEXT,     -- Hash of the attempt that stands in a block.
        marked_at INTEGER NOT NULL,
        PRIMARY KEY (chain_id, wallet, nonce),
        CHECK ((mined_as IS NOT NULL) = (state IN ('mined', 'final')))
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX gas_unfinished ON gas_transaction (chain_id, wallet, nonce) WHERE state IN ('open', 'mined');

      -- The signed versions of a transaction, in order. None is ever changed.
      CREATE TABLE gas_attempt (
        chain_id INTEGER NOT NULL,
        wallet   TEXT NOT NULL,
        nonce    INTEGER NOT NULL,
        number   INTEGER NOT NULL CHECK (number >= 0),
        hash     TEXT NOT NULL,
        raw      TEXT NOT NULL CHECK (raw LIKE '0x%'),
        at       INTEGER NOT NULL,
        PRIMARY KEY (chain_id, wallet, nonce, number),
        FOREIGN KEY (chain_id, wallet, nonce) REFERENCES gas_transaction (chain_id, wallet, nonce) ON DELETE CASCADE
      ) STRICT, WITHOUT ROWID;

      -- The authorizations that a transaction carries.
      CREATE TABLE gas_transfer (
        chain_id       INTEGER NOT NULL,
        wallet         TEXT NOT NULL,
        nonce          INTEGER NOT NULL,
        position       INTEGER NOT NULL,
        payer          TEXT NOT NULL,
        transfer_nonce TEXT NOT NULL,
        pay_to         TEXT NOT NULL,
        value          TEXT NOT NULL,  -- Atomic units; may pass 64 bits.
        valid_before   INTEGER NOT NULL,
        PRIMARY KEY (chain_id, wallet, nonce, position),
        FOREIGN KEY (chain_id, wallet, nonce) REFERENCES gas_transaction (chain_id, wallet, nonce) ON DELETE CASCADE
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX gas_transfer_of_payer ON gas_transfer (payer, transfer_nonce);
    `,
  },
  {
    name: 'vanished',
    sql: `
      -- Hash of the attempt that stood in a block which is gone, as long as no other attempt took its place.
      ALTER TABLE gas_transaction ADD COLUMN vanished_as TEXT;
    `,
  },
];
