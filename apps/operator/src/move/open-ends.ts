import { resolve } from 'node:path';
import type { LedgerSource, LedgerTarget } from '@stackcheck/payment-x402/store';
import { openMoveSource, openMoveTarget } from '@stackcheck/store-sqlite/payments';
import { SettingsError, type Settings } from '../settings';

/** From where to where a ledger is moved. */
export interface MoveEnds {
  readonly source: LedgerSource;
  readonly target: LedgerTarget;
}

/**
 * Opens the ledger as configured, and the other kind of store.
 * @param to `postgres://…` or `sqlite:PATH`
 * @param now epoch milliseconds
 * @throws SettingsError when the two do not fit
 */
export async function openEnds(settings: Settings, to: string, now: () => number): Promise<MoveEnds> {
  const { ledgerFile, ledgerUrl, ledgerStandby: standby } = settings;
  const path = /^sqlite:(.+)$/.exec(to)?.[1];
  if (path === undefined && !/^postgres(ql)?:/.test(to))
    throw new SettingsError('--to must be postgres://user@host:port/database or sqlite:PATH');
  if (path === undefined && ledgerUrl !== null)
    throw new SettingsError('LEDGER_URL is set, so the ledger is in PostgreSQL: unset it to move DATA_DIR/payments.db');
  if (path !== undefined && ledgerUrl === null)
    throw new SettingsError('LEDGER_URL is not set, so the ledger is a file: set it to the PostgreSQL to move from');
  const postgres = await import('@stackcheck/store-postgres');
  const url = ledgerUrl ?? to;
  const { readLedgerHosts } = await import('@stackcheck/store-postgres/ledger-url');
  const read = readLedgerHosts(url);
  if ('fault' in read) throw new SettingsError(`${ledgerUrl === null ? '--to' : 'LEDGER_URL'} ${read.fault}`);
  return path === undefined
    ? both(openMoveSource(ledgerFile, now), () => postgres.openPostgresMoveTarget({ url, standby }))
    : both(postgres.openPostgresMoveSource({ url, standby: 'none' }), () => openMoveTarget(resolve(path)));
}

async function both(opening: Promise<LedgerSource>, open: () => Promise<LedgerTarget>): Promise<MoveEnds> {
  const source = await opening;
  try {
    return { source, target: await open() };
  } catch (error) {
    await source.close();
    throw error;
  }
}
