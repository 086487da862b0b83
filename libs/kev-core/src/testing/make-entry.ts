import { parseCve } from '../cve-id';
import type { KevEntry } from '../kev-entry';

/** A made-up entry. @param cve its id; throws when it is none, since a test that asks for another is wrong */
export function makeEntry(cve: string, change: Partial<KevEntry> = {}): KevEntry {
  const reading = parseCve(cve);
  if ('fault' in reading) throw new Error(`"${cve}" ${reading.fault}`);
  return {
    vendor: 'Acme',
    product: 'Anvil',
    name: 'Acme Anvil Falling Vulnerability',
    dateAdded: '2026-11-01',
    dueDate: '2026-11-20',
    ransomware: false,
    requiredAction: 'Step aside.',
    description: 'An anvil falls.',
    cwes: ['CWE-20'],
    references: ['https://example.org/anvil'],
    ...change,
    cve: reading.cve,
  };
}
