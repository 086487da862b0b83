import { CANARIES } from '../sanctions/canaries';

/** A made-up account, the same for the same number. */
export function madeUpAddress(number: number): string {
  return `0x${number.toString(16).padStart(8, '0').repeat(5)}`;
}

/** So many made-up accounts besides the well-known ones make the list long enough for shares of it to mean something. */
const MADE_UP = 24;

/**
 * A made-up block list in the default feed's form that passes every guard: the long-listed addresses and some that are
 * nobody's. For tests that need a list and not the list.
 * @param also further addresses, as upstream writes them
 */
export function smallList(also: readonly string[] = []): Uint8Array {
  const addresses = [...CANARIES, ...Array.from({ length: MADE_UP }, (_, index) => madeUpAddress(index + 1)), ...also];
  return listBytes(addresses.map((address) => ({ address, name: 'Somebody', program: 'TEST', chain: 'ETH' })));
}

/** A document as upstream sends it. */
export function listBytes(document: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(document));
}
