import { sample, type GuardFault } from '../life/guards';
import { missingCanaries } from './canaries';
import type { SanctionsSnapshot } from './records';

/** Larger losses are believed only from an operator who looked: real removals do happen. */
const LOSS_MAX = 0.2;

/** Why this block list must not be published (reference: sanctions screening); empty when it may. */
export function guardSanctions(
  next: SanctionsSnapshot,
  previous: SanctionsSnapshot | undefined,
): readonly GuardFault[] {
  const faults = [
    emptyFault(next),
    formFault(next),
    orderFault(next),
    unreadFault(next, previous),
    canaryFault(next),
    previous && lossFault(next, previous),
  ];
  return faults.filter((fault) => fault !== undefined);
}

/** An empty list blocks nobody, and looks like a screening all the same. */
function emptyFault({ addresses }: SanctionsSnapshot): GuardFault | undefined {
  if (addresses.length > 0) return undefined;
  return { rule: 'empty', sentence: 'there is no EVM address in the list', overridable: false };
}

function formFault({ addresses }: SanctionsSnapshot): GuardFault | undefined {
  const wrong = addresses.filter(({ address }) => !/^0x[0-9a-f]{40}$/.test(address));
  if (wrong.length === 0) return undefined;
  const sentence = `addresses that are not 0x and 40 lower-case hex digits: ${sample(wrong.map(({ address }) => quote(address)))}`;
  return { rule: 'address_refused', sentence, overridable: false };
}

/** Ascending without repetition, so that the same facts have one byte form. */
function orderFault({ addresses }: SanctionsSnapshot): GuardFault | undefined {
  const wrong = addresses.filter((row, index) => index > 0 && row.address <= addresses[index - 1]!.address);
  if (wrong.length === 0) return undefined;
  const sentence = `addresses listed twice or out of order: ${sample(wrong.map(({ address }) => quote(address)))}`;
  return { rule: 'name_not_unique', sentence, overridable: false };
}

/**
 * A listing that cannot be read may be somebody's, misspelt here or at the source. An operator looks at each once: those that
 * he accepted before do not stop the refreshes that follow.
 */
function unreadFault({ unread }: SanctionsSnapshot, previous: SanctionsSnapshot | undefined): GuardFault | undefined {
  const accepted = new Set(previous?.unread);
  const fresh = unread.filter((text) => !accepted.has(text));
  if (fresh.length === 0) return undefined;
  const sentence = `${fresh.length} listings that should be EVM accounts cannot be read: ${sample(fresh.map(quote))}`;
  return { rule: 'address_refused', sentence, overridable: true };
}

function canaryFault({ addresses }: SanctionsSnapshot): GuardFault | undefined {
  const missing = missingCanaries(addresses);
  if (missing.length === 0) return undefined;
  const sentence = `${missing.length} addresses listed for years are missing: ${sample(missing)}`;
  return { rule: 'canary_changed', sentence, overridable: true };
}

/** Counts who is gone, not how many are left: additions elsewhere must not hide removals. */
function lossFault(next: SanctionsSnapshot, previous: SanctionsSnapshot): GuardFault | undefined {
  const listed = new Set(next.addresses.map(({ address }) => address));
  const gone = previous.addresses.filter(({ address }) => !listed.has(address));
  if (gone.length <= previous.addresses.length * LOSS_MAX) return undefined;
  const sentence = `${gone.length} of ${previous.addresses.length} listed addresses are gone, e.g. ${sample(
    gone.map(({ address }) => address),
  )}; at most ${LOSS_MAX * 100} % is believed in one refresh`;
  return { rule: 'shrunken', sentence, overridable: true };
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
