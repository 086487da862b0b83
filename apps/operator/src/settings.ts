import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NETWORKS, networkOf, type Network } from '@stackcheck/payment-x402/terms';

/** What the commands read from the environment; the same variables as the API's. */
export interface Settings {
  readonly ledgerFile: string;
  /** PostgreSQL instead of that file; holds a password and is shown nowhere. Null when not set. */
  readonly ledgerUrl: string | null;
  /** Whether a server without a synchronous standby is meant. */
  readonly ledgerStandby: 'required' | 'none';
  /** The first of `RPC_URL`; may hold a key and is shown nowhere. Null when none is set. */
  readonly rpcUrl: string | null;
  readonly network: Network;
  /** Lower-cased; null when not set. */
  readonly payTo: string | null;
}

/** A fault of the environment, reported without its values. */
export class SettingsError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SettingsError';
  }
}

/**
 * Reads the environment.
 * @throws SettingsError
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const value = (name: string): string | null => env[name]?.trim() || null;
  const network = networkOf(value('NETWORK') ?? NETWORKS[0]!.caip2);
  if (!network) throw new SettingsError(`NETWORK must be one of ${NETWORKS.map(({ caip2 }) => caip2).join(', ')}`);
  const payTo = value('PAY_TO')?.toLowerCase() ?? null;
  if (payTo !== null && !/^0x[0-9a-f]{40}$/.test(payTo))
    throw new SettingsError('PAY_TO must be a 0x address of 20 bytes');
  return {
    ledgerFile: join(resolve(value('DATA_DIR') ?? './data'), 'payments.db'),
    ledgerUrl: readSecret(value, 'LEDGER_URL'),
    ledgerStandby: value('LEDGER_STANDBY') === 'none' ? 'none' : 'required',
    rpcUrl: readRpcUrl(readSecret(value, 'RPC_URL')),
    network,
    payTo,
  };
}

/** A variable that may also come as the path of a file. */
function readSecret(value: (name: string) => string | null, name: string): string | null {
  const direct = value(name);
  const file = value(`${name}_FILE`);
  if (direct !== null || file === null) return direct;
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    throw new SettingsError(`${name}_FILE cannot be read`);
  }
}

function readRpcUrl(text: string | null): string | null {
  const first = (text ?? '').split(',')[0]!.trim();
  if (first === '') return null;
  if (!URL.canParse(first)) throw new SettingsError('RPC_URL must be an absolute URL');
  return first;
}
