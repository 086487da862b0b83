import { readFileSync } from 'node:fs';
import type { PaymentsConfig } from './payments';
import { checkUrl } from './urls';

/** Where the price of a bitcoin comes from, and what it must keep to be believed. */
export interface BitcoinRateConfig {
  /** US cents that the operator stated; its age counts from the start of the process. */
  readonly centsPerBitcoin: bigint | null;
  /** Or a file that holds the price in USD and is kept fresh; its age is that of the file. */
  readonly file: string | null;
  readonly centsPerBitcoinMin: bigint;
  readonly centsPerBitcoinMax: bigint;
  readonly ageMsMax: number;
}

/** The L402 rail. */
export type L402Config =
  | { readonly mode: 'off' }
  | {
      /** Invoices that no wallet can pay and that carry their own preimage. */
      readonly mode: 'sandbox';
      readonly secret: Uint8Array | null;
      readonly rate: BitcoinRateConfig;
    }
  | {
      readonly mode: 'lnd';
      readonly url: string;
      /** Invoice macaroon of the node, hex. */
      readonly macaroon: string;
      /** PEM of the one certificate that is accepted; null = the system's authorities. */
      readonly certificate: string | null;
      readonly secret: Uint8Array | null;
      readonly rate: BitcoinRateConfig;
    };

type Values = Readonly<Record<string, string | undefined>>;

/** Reads the variables of the rail as a whole; with the rail off the others are not looked at. */
export function readL402(values: Values, payments: PaymentsConfig['mode'], faults: string[]): L402Config {
  const mode = values['L402'] ?? 'off';
  if (mode === 'off') return { mode };
  if (mode !== 'sandbox' && mode !== 'lnd') {
    faults.push('L402 must be off, lnd or sandbox');
    return { mode: 'off' };
  }
  const isFitting = mode === 'sandbox' ? payments === 'sandbox' : payments === 'facilitator' || payments === 'self';
  if (!isFitting)
    faults.push('L402 must be sandbox with PAYMENTS_MODE sandbox, lnd with PAYMENTS_MODE facilitator or self, or off');
  const secret = readSecret(values['L402_SECRET'], faults);
  if (mode === 'sandbox') return { mode, secret, rate: readRate({ BTC_USD: SANDBOX_BTC_USD, ...values }, faults) };
  const url = values['LND_URL'];
  if (!url) faults.push('LND_URL must be set when L402 is lnd');
  return {
    mode,
    url: url ? checkUrl('LND_URL', url, faults) : '',
    macaroon: readMacaroon(values, faults),
    certificate: readCertificate(values['LND_TLS_CERT_FILE'], faults),
    secret,
    rate: readRate(values, faults),
  };
}

const SANDBOX_BTC_USD = '100000';

function readSecret(text: string | undefined, faults: string[]): Uint8Array | null {
  if (text === undefined) return null;
  if (!/^[0-9a-f]{64}$/i.test(text)) faults.push('L402_SECRET must be 64 hex digits (32 random bytes)');
  return Buffer.from(text, 'hex');
}

/** In the file of LND the macaroon is binary; in a variable, or in a file of a secret store, it is hex. */
function readMacaroon(values: Values, faults: string[]): string {
  const file = values['LND_MACAROON_FILE'];
  const bytes = file ? bytesOf(file) : Buffer.from(values['LND_MACAROON'] ?? '');
  const text = bytes.toString('latin1').trim();
  const hex = /^[0-9a-f]*$/i.test(text) ? text : bytes.toString('hex');
  // A file that cannot be read is reported where all variables are read.
  if (hex === '' && !file) faults.push('LND_MACAROON or LND_MACAROON_FILE must be set when L402 is lnd');
  else if (!/^02.{60,}$/i.test(hex) || hex.length % 2 !== 0)
    faults.push('LND_MACAROON must be a macaroon of LND (hex), e.g. its invoice.macaroon');
  return hex.toLowerCase();
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

function readCertificate(file: string | undefined, faults: string[]): string | null {
  if (file === undefined) return null;
  const text = bytesOf(file).toString('latin1');
  if (!/^-----BEGIN CERTIFICATE-----$/m.test(text)) faults.push('LND_TLS_CERT_FILE must be a readable PEM certificate');
  return text;
}

function readRate(values: Values, faults: string[]): BitcoinRateConfig {
  const file = values['BTC_USD_FILE'] ?? null;
  const stated = file === null ? values['BTC_USD'] : undefined;
  if (file === null && stated === undefined) faults.push('BTC_USD or BTC_USD_FILE must be set when L402 is lnd');
  const [low = '', high = ''] = (values['BTC_USD_BOUNDS'] ?? '10000-1000000').split('-');
  const [min, max] = [usdToCents(low), usdToCents(high)];
  if (min === null || max === null || min > max)
    faults.push('BTC_USD_BOUNDS must be two positive amounts such as 10000-1000000');
  const cents = stated === undefined ? null : usdToCents(stated);
  const isWithin = cents === null || min === null || max === null || (cents >= min && cents <= max);
  if (stated !== undefined && (cents === null || !isWithin))
    faults.push('BTC_USD must be a price in USD within BTC_USD_BOUNDS');
  const hours = values['BTC_USD_MAX_AGE_HOURS'] ?? '24';
  if (!/^[1-9]\d{0,3}$/.test(hours)) faults.push('BTC_USD_MAX_AGE_HOURS must be 1 to 9999');
  return {
    centsPerBitcoin: cents,
    file,
    centsPerBitcoinMin: min ?? 0n,
    centsPerBitcoinMax: max ?? 0n,
    ageMsMax: Number(hours) * 3_600_000,
  };
}

/** A positive amount of USD with up to two decimals, in cents; null when it is none. */
export function usdToCents(text: string): bigint | null {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  const cents = match ? BigInt(match[1]! + (match[2] ?? '').padEnd(2, '0')) : 0n;
  return cents > 0n ? cents : null;
}
