import { readLedgerHosts } from '@stackcheck/store-postgres/ledger-url';
import type { PaymentsConfig } from './payments';

/** Where payments are kept. */
export type LedgerConfig =
  /** A file in DATA_DIR; of one host. */
  | { readonly kind: 'sqlite' }
  /** A PostgreSQL that any number of instances share. */
  | {
      readonly kind: 'postgres';
      /** Holds a password. */
      readonly url: string;
      /** `none` where one machine is meant, which loses payments when it is lost. */
      readonly standby: 'required' | 'none';
    };

/** What instances that answer as one must have in common, so that none may make it for itself. */
export interface SharedKeys {
  readonly payments: PaymentsConfig['mode'];
  readonly hasReceiptKey: boolean;
  readonly watch: 'off' | 'own' | 'given';
  /** Null where the rail is off. */
  readonly hasL402Secret: boolean | null;
}

/** Reads LEDGER_URL and LEDGER_STANDBY. A fault never quotes the URL. */
export function readLedger(
  values: Readonly<Record<string, string | undefined>>,
  keys: SharedKeys,
  faults: string[],
  warnings: string[],
): LedgerConfig {
  const standby = values['LEDGER_STANDBY'] ?? 'required';
  if (standby !== 'required' && standby !== 'none') {
    faults.push('LEDGER_STANDBY must be required or none');
    return { kind: 'sqlite' };
  }
  const url = values['LEDGER_URL'];
  if (url === undefined) return { kind: 'sqlite' };
  const read = readLedgerHosts(url);
  if ('fault' in read) faults.push(`LEDGER_URL ${read.fault}`);
  if (!keys.hasReceiptKey) faults.push(`RECEIPT_KEY ${TOGETHER}, which sign with one key`);
  if (keys.watch === 'own')
    faults.push(`WATCH_KEYS ${TOGETHER}, which open each other's tokens; or set STACK_WATCH=off`);
  if (keys.hasL402Secret === false) faults.push(`L402_SECRET ${TOGETHER}, which take each other's tokens`);
  if (standby === 'none' && (keys.payments === 'facilitator' || keys.payments === 'self'))
    warnings.push('LEDGER_STANDBY is none: payments that were charged are lost with the one machine that keeps them');
  if (keys.payments === 'self')
    warnings.push('GAS_KEY must be another one on each instance: their wallets do not know of each other’s nonces');
  return { kind: 'postgres', url, standby };
}

const TOGETHER = 'must be set with LEDGER_URL: it is shared by all instances';
