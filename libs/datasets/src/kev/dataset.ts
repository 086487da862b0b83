import type { KevIndex } from '@stackcheck/kev-core';
import type { DocumentDataset } from '../life/dataset';
import { documentDataset } from '../life/document-dataset';
import { KEV_DESCRIPTOR } from './descriptor';
import { oneStep } from '../tasks/cooperative-task';
import { guardKev } from './guards';
import { indexKev } from './lookup';
import { normaliseKev } from './normalise';
import type { KevSnapshot } from './records';
import { kevStarter } from './starter';
import { readUpstream } from './upstream';

const SELF_TEST_ENTRIES = 50;

/** A form that no CVE id has. */
const NOBODYS_ID = 'CVE-0000-0000';

/** The dataset of known exploited vulnerabilities: CISA's catalogue. */
export const kevDataset: DocumentDataset<KevSnapshot, KevIndex> = documentDataset({
  descriptor: KEV_DESCRIPTOR,
  read: (body) => normaliseKev(readUpstream(body)),
  guard: guardKev,
  recordCount: (content) => content.entries.length,
  records: { part: 'entries', key: 'cve' },
  scopeTables: () => oneStep(() => []),
  index: indexKev,
  selfTest: (index, content) => oneStep(() => selfTest(index, content)),
  starter: kevStarter,
});

/** Asks for entries spread over the whole snapshot, and for one that nobody has. */
function selfTest(index: KevIndex, { entries }: KevSnapshot): string | undefined {
  if (index.size !== entries.length) return `${index.size} of ${entries.length} entries are in the index`;
  const step = Math.max(1, Math.floor(entries.length / SELF_TEST_ENTRIES));
  for (const { cve, due_date: dueDate } of entries.filter((_, position) => position % step === 0)) {
    const found = index.find(cve);
    if (found?.cve !== cve || found.dueDate !== dueDate) return `${cve} is listed and not found as it is`;
  }
  return index.find(NOBODYS_ID) === undefined ? undefined : 'an id that nobody has is found';
}
