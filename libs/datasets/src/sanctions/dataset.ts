import type { DocumentDataset } from '../life/dataset';
import { documentDataset } from '../life/document-dataset';
import { oneStep } from '../tasks/cooperative-task';
import { SANCTIONS_DESCRIPTOR } from './descriptor';
import { guardSanctions } from './guards';
import { indexSanctions, type SanctionsIndex } from './lookup';
import { normaliseSanctions } from './normalise';
import type { SanctionsSnapshot } from './records';
import { readUpstream } from './upstream';

/**
 * The block list of payers. No starter: a list that was written down once would miss every later listing, and a service
 * that says "not screened" is more honest than one that screens by it.
 */
export const sanctionsDataset: DocumentDataset<SanctionsSnapshot, SanctionsIndex> = documentDataset({
  descriptor: SANCTIONS_DESCRIPTOR,
  read: (body) => normaliseSanctions(readUpstream(body)),
  guard: guardSanctions,
  recordCount: (content) => content.addresses.length,
  scopeTables: () => oneStep(() => []),
  index: (content) => oneStep(() => indexSanctions(content)),
  selfTest: (index, content) => oneStep(() => selfTest(index, content)),
});

/** Asks for every address: the list is small, and one missing entry is the fault that matters. */
function selfTest(index: SanctionsIndex, { addresses }: SanctionsSnapshot): string | undefined {
  if (index.size !== addresses.length) return `${index.size} of ${addresses.length} addresses are in the set`;
  const missed = addresses.find(({ address }) => !index.has(address));
  if (missed !== undefined) return `${missed.address} is listed and not found`;
  return index.has(`0x${'0'.repeat(39)}z`) ? 'an address that nobody has is found' : undefined;
}
