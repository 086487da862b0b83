import { decodeHeader } from './headers';
import { networkNamed } from '../terms/networks';
import { faultPredicate, isRecord, shapeFault, type Parsed, type Shape } from './shape';
import { UINT_PATTERN } from './transfer-payload';

/** A 402 of either protocol version, as a buyer sees it. */
export interface PaymentRequired {
  readonly x402Version: 1 | 2;
  /** Why it is asked (for); a code or a sentence of the seller's, null where there is none. */
  readonly error: string | null;
  /** The `resource` object of version 2 as it was offered, which a payment echoes; in version 1 made of its first entry. */
  readonly resource: { readonly url: string };
  readonly accepts: readonly OfferedRequirement[];
  /** Entries of `accepts` that cannot be read, with their place and fault. */
  readonly unreadable: readonly string[];
  /** By key, as offered; empty in version 1. */
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** One way to pay that a seller offers; any scheme, network and asset. */
export interface OfferedRequirement {
  readonly scheme: string;
  /** CAIP-2 where the name of version 1 is known, else as offered. */
  readonly network: string;
  /** Atomic units of the asset. */
  readonly amount: bigint;
  readonly asset: string;
  readonly payTo: string;
  readonly maxTimeoutSeconds: number;
  /** EIP-712 domain of the token; null where the offer does not name it. */
  readonly domainName: string | null;
  readonly domainVersion: string | null;
  /** The entry as it was offered, which a payment of version 2 echoes. */
  readonly offered: Readonly<Record<string, unknown>>;
}

/** What a 402 brings its offer in. */
export interface PaymentRequiredParts {
  /** PAYMENT-REQUIRED, null when absent. */
  readonly header: string | null;
  /** The parsed JSON body; undefined when it is none. */
  readonly body: unknown;
}

/** More ways to pay than this are no offer. */
const ACCEPTS_MAX = 50;
const TEXT: Shape = { kind: 'text' };
const AMOUNT: Shape = { kind: 'text', pattern: UINT_PATTERN };
const COMMON = {
  scheme: TEXT,
  network: TEXT,
  asset: TEXT,
  payTo: TEXT,
  maxTimeoutSeconds: { kind: 'number' },
} as const;
const REQUIREMENT = {
  1: { kind: 'object', members: { ...COMMON, maxAmountRequired: AMOUNT, resource: TEXT } },
  2: { kind: 'object', members: { ...COMMON, amount: AMOUNT } },
} as const satisfies Record<1 | 2, Shape>;

/**
 * Reads the offer of a 402: version 2 from the header, else version 1 from the body, as official clients do. One entry that
 * cannot be read leaves the others. Never throws.
 */
export function readPaymentRequired({ header, body }: PaymentRequiredParts): Parsed<PaymentRequired> {
  if (header === null) return fromValue(body, 1, 'The body of the 402');
  const decoded = decodeHeader(header);
  return decoded.ok ? fromValue(decoded.value, 2, 'PAYMENT-REQUIRED') : decoded;
}

function fromValue(value: unknown, x402Version: 1 | 2, place: string): Parsed<PaymentRequired> {
  const fault = shapeFault({ kind: 'object', members: { x402Version: { kind: 'number', value: x402Version } } }, value);
  if (fault) return { ok: false, message: `${place} ${faultPredicate(fault)}` };
  const { error, accepts, resource, extensions } = value as Readonly<Record<string, unknown>>;
  if (!Array.isArray(accepts) || accepts.length === 0 || accepts.length > ACCEPTS_MAX)
    return { ok: false, message: `${place} must offer 1 to ${ACCEPTS_MAX} ways to pay in accepts.` };
  const read = accepts.map((entry: unknown, at) => readRequirement(entry, x402Version, `accepts[${at}]`));
  const url = x402Version === 2 ? urlOf(resource, 'url') : urlOf(accepts[0], 'resource');
  if (url === null) return { ok: false, message: `${place} names no resource.` };
  return {
    ok: true,
    value: {
      x402Version,
      error: typeof error === 'string' ? error : null,
      resource: x402Version === 2 ? (resource as { readonly url: string }) : { url },
      accepts: read.flatMap((one) => (one.ok ? [one.value] : [])),
      unreadable: read.flatMap((one) => (one.ok ? [] : [one.message])),
      extensions: x402Version === 2 && isRecord(extensions) ? extensions : {},
    },
  };
}

function readRequirement(entry: unknown, version: 1 | 2, place: string): Parsed<OfferedRequirement> {
  const fault = shapeFault(REQUIREMENT[version], entry);
  if (fault) return { ok: false, message: `${place} ${faultPredicate(fault)}` };
  const offered = entry as Readonly<Record<string, unknown>>;
  const [network, amount] = [offered['network'], offered[version === 1 ? 'maxAmountRequired' : 'amount']] as string[];
  const extra = isRecord(offered['extra']) ? offered['extra'] : {};
  return {
    ok: true,
    value: {
      scheme: offered['scheme'] as string,
      network: networkNamed(network!)?.caip2 ?? network!,
      amount: BigInt(amount!),
      asset: offered['asset'] as string,
      payTo: offered['payTo'] as string,
      maxTimeoutSeconds: offered['maxTimeoutSeconds'] as number,
      domainName: textOrNull(extra['name']),
      domainVersion: textOrNull(extra['version']),
      offered,
    },
  };
}

function urlOf(value: unknown, member: string): string | null {
  return isRecord(value) ? textOrNull(value[member]) : null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
