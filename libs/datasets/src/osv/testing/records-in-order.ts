import type { AdvisoryReader } from '../../store/advisory-files';
import type { StoredAdvisory } from '../../snapshot/stored-advisory';

/** Records read at a time: few enough to be held, many enough to be quick. */
const PAGE_RECORDS = 500;

/** Every advisory of an index in the order of the ids, a page at a time. */
export function* recordsInOrder(
  reader: AdvisoryReader,
  pageRecords = PAGE_RECORDS,
): Generator<StoredAdvisory, undefined> {
  let last: string | null = null;
  for (;;) {
    const page: readonly StoredAdvisory[] = reader.after(last, pageRecords);
    yield* page;
    if (page.length < pageRecords) return;
    last = page[page.length - 1]?.id ?? null;
  }
}
