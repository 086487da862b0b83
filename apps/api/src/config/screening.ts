import { getAddress, ZeroAddress } from 'ethers';
import { isReal, type PaymentsConfig } from './payments';

/** How payers are screened. */
export interface ScreeningPolicy {
  /**
   * `auto`: as soon as a block list was ever ingested. `required`: without a list nothing is sold. `off`: not at all,
   * because the operator said so.
   */
  readonly demand: 'auto' | 'required' | 'off';
  /** With an older list nothing is sold. */
  readonly maxAgeHours: number;
  /** Whether payments are worth money. On a test network an old list is only reported; it stops sales where a list is `required`. */
  readonly realMoney: boolean;
}

/** How payers are screened, and where else they are asked about. */
export interface ScreeningConfig extends ScreeningPolicy {
  /** Contract with `isSanctioned(address)` on the payments' network, checksummed; null = none. */
  readonly oracle: string | null;
}

type Values = Readonly<Record<string, string | undefined>>;

const DEMANDS = ['auto', 'required', 'off'] as const;
const MAX_AGE_HOURS = 168;
const MAX_AGE_HOURS_MAX = 8_760;

/** Reads the variables of sanctions screening as a whole. */
export function readScreening(values: Values, payments: PaymentsConfig, faults: string[]): ScreeningConfig {
  const demand = DEMANDS.find((known) => known === (values['SANCTIONS'] ?? 'auto'));
  if (demand === undefined) faults.push('SANCTIONS must be auto, required or off');
  return {
    demand: demand ?? 'required',
    maxAgeHours: readMaxAge(values['SANCTIONS_MAX_AGE_HOURS'], faults),
    realMoney: isReal(payments) && payments.terms.network === 'eip155:8453',
    oracle: readOracle(values['SANCTIONS_ORACLE'], demand, payments, faults),
  };
}

function readMaxAge(text: string | undefined, faults: string[]): number {
  if (text === undefined) return MAX_AGE_HOURS;
  const hours = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (hours < 1 || hours > MAX_AGE_HOURS_MAX) {
    faults.push(`SANCTIONS_MAX_AGE_HOURS must be a whole number from 1 to ${MAX_AGE_HOURS_MAX}`);
  }
  return hours;
}

function readOracle(
  text: string | undefined,
  demand: ScreeningPolicy['demand'] | undefined,
  payments: PaymentsConfig,
  faults: string[],
): string | null {
  if (text === undefined || payments.mode === 'off') return null;
  if (demand === 'off') faults.push('SANCTIONS_ORACLE must not be set when SANCTIONS is off');
  if (payments.mode === 'sandbox' || payments.rpcUrls.length === 0) {
    faults.push(
      'SANCTIONS_ORACLE needs PAYMENTS_MODE facilitator or self, and RPC_URL, through which the contract is asked',
    );
  }
  if (checksummed(text) !== text || text === ZeroAddress) {
    faults.push('SANCTIONS_ORACLE must be a non-zero 0x address of 20 bytes with its EIP-55 checksum');
  }
  return text;
}

function checksummed(text: string): string | undefined {
  try {
    return getAddress(text);
  } catch {
    return undefined;
  }
}
