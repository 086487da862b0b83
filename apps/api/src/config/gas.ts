import { createGasWallet, type GasWallet, type SelfLimits } from '@stackcheck/payment-x402/self';
import { parseUnits } from 'ethers';

/** The wallet that pays for settling, and what it may spend. */
export interface GasConfig {
  /** Shows its address; its key is in nothing that can be printed. */
  readonly wallet: GasWallet;
  readonly limits: SelfLimits;
  /** Price of an ether in USD; null = not known. For figures alone. */
  readonly etherUsd: number | null;
}

/** The variables of settling by oneself; one that is absent is not set. */
export interface GasVariables {
  readonly GAS_KEY?: string;
  readonly GAS_FEE_MAX_GWEI?: string;
  readonly GAS_LOW_ETH?: string;
  readonly BUNDLE_MS?: string;
  readonly CONFIRMATIONS?: string;
  readonly ETH_USD?: string;
}

const NAMES = ['GAS_KEY', 'GAS_FEE_MAX_GWEI', 'GAS_LOW_ETH', 'BUNDLE_MS', 'CONFIRMATIONS', 'ETH_USD'] as const;

const FEE_MAX_GWEI = '0.5';
const LOW_ETH = '0.002';
const BUNDLE_MS = { fallback: 250, max: 2_000 };
/** A settlement has ten seconds, and its block comes within two or so. */
const CONFIRMATIONS = { fallback: 1, max: 4 };
/** Larger ones gain hardly any gas. */
const BUNDLE_TRANSFERS = 20;
const STUCK_MS = 12_000;
const POLL_MS = 1_000;

/** Reads the variables as a whole. Faults never quote the key. */
export function readGas(variables: GasVariables, payTo: string | undefined, faults: string[]): GasConfig | undefined {
  const wallet = readWallet(variables.GAS_KEY, faults);
  if (wallet && wallet.address === payTo)
    faults.push('GAS_KEY must not be the key of PAY_TO: the wallet that earns needs no key on this machine');
  const limits: SelfLimits = {
    feeMaxWei: readAmount('GAS_FEE_MAX_GWEI', variables.GAS_FEE_MAX_GWEI ?? FEE_MAX_GWEI, 'gwei', faults),
    balanceMinWei: readAmount('GAS_LOW_ETH', variables.GAS_LOW_ETH ?? LOW_ETH, 'ether', faults),
    bundleMs: readWhole('BUNDLE_MS', variables.BUNDLE_MS, { min: 0, ...BUNDLE_MS }, faults),
    confirmations: readWhole('CONFIRMATIONS', variables.CONFIRMATIONS, { min: 1, ...CONFIRMATIONS }, faults),
    bundleMax: BUNDLE_TRANSFERS,
    stuckMs: STUCK_MS,
    pollMs: POLL_MS,
  };
  const etherUsd = readUsd(variables.ETH_USD, faults);
  return wallet && { wallet, limits, etherUsd };
}

/** Settings that nothing reads are settings that their author believes in. */
export function refuseGas(variables: GasVariables, faults: string[]): void {
  const set = NAMES.filter((name) => variables[name] !== undefined);
  if (set.length > 0) faults.push(`${set.join(', ')} must not be set unless PAYMENTS_MODE is self`);
}

function readWallet(key: string | undefined, faults: string[]): GasWallet | undefined {
  if (key === undefined) {
    faults.push('GAS_KEY_FILE must be set when PAYMENTS_MODE is self: the file of a private key, 0x and 64 hex digits');
    return undefined;
  }
  try {
    return createGasWallet(key);
  } catch {
    faults.push('GAS_KEY must be a private key of secp256k1: 0x and 64 hex digits');
    return undefined;
  }
}

function readAmount(name: string, text: string, unit: 'gwei' | 'ether', faults: string[]): bigint {
  const amount = /^\d{1,9}(\.\d{1,18})?$/.test(text) ? tryParse(text, unit) : 0n;
  if (amount <= 0n) faults.push(`${name} must be a positive decimal number of ${unit}`);
  return amount;
}

function tryParse(text: string, unit: 'gwei' | 'ether'): bigint {
  try {
    return parseUnits(text, unit);
  } catch {
    // More decimals than the unit has.
    return 0n;
  }
}

function readWhole(
  name: string,
  text: string | undefined,
  { fallback, min, max }: { readonly fallback: number; readonly min: number; readonly max: number },
  faults: string[],
): number {
  if (text === undefined) return fallback;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  if (!(value >= min && value <= max)) faults.push(`${name} must be a whole number from ${min} to ${max}`);
  return value;
}

function readUsd(text: string | undefined, faults: string[]): number | null {
  if (text === undefined) return null;
  const usd = /^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : 0;
  if (usd <= 0) faults.push('ETH_USD must be a positive decimal number');
  return usd;
}
