import { atomicToUsd } from '@stackcheck/contract';
import type { Network, OfferedRequirement, PaymentRequired } from '@stackcheck/payment-x402/wire';
import { quoted } from '../errors/buyer-error';
import { offersResource } from './same-resource';

/** What a buyer holds an offer against. */
export interface Pins {
  /** The network, with its canonical USDC and the EIP-712 domain of that. */
  readonly network: Network;
  /** The recipient that was configured or is remembered; null where the first one is trusted. */
  readonly payTo: string | null;
  /** The payer, who never pays himself. */
  readonly payer: string;
}

/** A fact that is pinned, as it was and as it is offered. */
export interface PinFault {
  readonly field: 'network' | 'asset' | 'domain' | 'payTo';
  readonly pinned: string;
  readonly offered: string;
}

/** The way to pay that is taken, or why there is none: a sentence for each that was offered, and the first pin that was broken. */
export type Choice =
  | { readonly kind: 'chosen'; readonly requirement: OfferedRequirement }
  | { readonly kind: 'none'; readonly reasons: readonly string[]; readonly changed: PinFault | null };

/** A shorter window would close before a lost answer can be asked for again. */
const WINDOW_SECONDS_MIN = 10;

/** Picks the cheapest of the ways to pay that fit the pins: scheme `exact` with EIP-3009, the pinned network, asset and recipient. */
export function chooseRequirement(offer: PaymentRequired, asked: string, pins: Pins): Choice {
  if (!offersResource(offer.resource.url, asked))
    return {
      kind: 'none',
      reasons: [`the offer is for another resource, ${quoted(offer.resource.url)}`],
      changed: null,
    };
  const judged = offer.accepts.map((requirement) => ({ requirement, fault: faultOf(requirement, pins) }));
  const fitting = judged.filter(({ fault }) => fault === null).map(({ requirement }) => requirement);
  const [cheapest] = fitting.sort((a, b) => (a.amount < b.amount ? -1 : Number(a.amount > b.amount)));
  if (cheapest) return { kind: 'chosen', requirement: cheapest };
  const faults = judged.flatMap(({ fault }) => (fault ? [fault] : []));
  return {
    kind: 'none',
    reasons: [...faults.map((fault, at) => `${at + 1}. ${reasonOf(fault)}`), ...offer.unreadable],
    changed: closest(faults),
  };
}

type Fault = PinFault | string;

const PLAIN_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const FIELDS = ['network', 'asset', 'domain', 'payTo'] as const;

function faultOf(offered: OfferedRequirement, { network, payTo, payer }: Pins): Fault | null {
  if (offered.scheme !== 'exact') return `scheme ${quoted(offered.scheme)}, not exact`;
  const extra = offered.offered['extra'] as Readonly<Record<string, unknown>> | undefined;
  const [method, flow] = [extra?.['assetTransferMethod'] ?? 'eip3009', extra?.['paymentFlow'] ?? 'authorization'];
  if (method !== 'eip3009' || flow !== 'authorization')
    return `transfer by ${quoted(String(method))} with flow ${quoted(String(flow))}, not an EIP-3009 authorization`;
  if (offered.network !== network.caip2) return fault('network', network.caip2, offered.network);
  if (!isSame(offered.asset, network.usdc)) return fault('asset', network.usdc, offered.asset);
  const [domain, pinned] = [
    [offered.domainName, offered.domainVersion].join(' '),
    [network.domainName, network.domainVersion].join(' '),
  ];
  if (domain !== pinned) return fault('domain', pinned, domain);
  if (!PLAIN_ADDRESS.test(offered.payTo) || /^0x0*$/.test(offered.payTo))
    return `recipient ${quoted(offered.payTo)}, which is none`;
  if (isSame(offered.payTo, payer)) return 'recipient is the payer';
  if (payTo !== null && !isSame(offered.payTo, payTo)) return fault('payTo', payTo, offered.payTo);
  if (offered.amount === 0n) return `price ${atomicToUsd(offered.amount)}, which is nothing to sign for`;
  if (!(offered.maxTimeoutSeconds >= WINDOW_SECONDS_MIN))
    return `window of ${offered.maxTimeoutSeconds} s, under ${WINDOW_SECONDS_MIN} s`;
  return null;
}

function fault(field: PinFault['field'], pinned: string, offered: string): PinFault {
  return { field, pinned, offered: quoted(offered) };
}

function reasonOf(found: Fault): string {
  return typeof found === 'string' ? found : `${found.field} ${found.offered}, not ${found.pinned}`;
}

/** Of the ways to pay the one that broke the latest pin is the one that was meant. */
function closest(faults: readonly Fault[]): PinFault | null {
  const pins = faults.filter((found): found is PinFault => typeof found !== 'string');
  const rank = ({ field }: PinFault): number => FIELDS.indexOf(field);
  return pins.reduce<PinFault | null>((best, one) => (best && rank(best) >= rank(one) ? best : one), null);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
