import { canonicalJson } from '@stackcheck/signing';
import { sha256Steps } from '@stackcheck/signing/bytes';
import type { DocumentDataset } from '../life/dataset';
import { documentDataset } from '../life/document-dataset';
import type { ScopeTable } from '../sealing/seal';
import { oneStep, type CooperativeTask } from '../tasks/cooperative-task';
import { EOL_DESCRIPTOR } from './descriptor';
import { guardEol } from './guards';
import { imageRowsOf } from './image-rows';
import { indexEol, type EolIndex } from './lookup';
import { normaliseEol } from './normalise';
import { EOL_RECORDS_VERSION, type EolSnapshot } from './records';
import { eolStarter } from './starter';
import { readUpstream } from './upstream';

const SELF_TEST_PRODUCTS = 20;

/** The end-of-life dataset: endoflife.date's release cycles. */
export const eolDataset: DocumentDataset<EolSnapshot, EolIndex> = documentDataset({
  descriptor: EOL_DESCRIPTOR,
  read: (body) => normaliseEol(readUpstream(body)),
  guard: guardEol,
  recordCount: (content) => content.products.length,
  records: { part: 'products', key: 'product' },
  recordsVersion: EOL_RECORDS_VERSION,
  *scopeTables(content) {
    return [yield* imageScope(content)];
  },
  index: indexEol,
  selfTest: (index, content) => oneStep(() => selfTest(index, content)),
  starter: eolStarter,
});

function* imageScope(content: EolSnapshot): CooperativeTask<ScopeTable> {
  return { name: 'image', sha256: yield* sha256Steps(canonicalList(yield* imageRowsOf(content))) };
}

/** The canonical form of a list, element by element. */
function* canonicalList(elements: readonly unknown[]): Generator<string> {
  let before = '[';
  for (const element of elements) {
    yield before + canonicalJson(element);
    before = ',';
  }
  yield elements.length === 0 ? '[]' : ']';
}

/** Asks for products spread over the whole snapshot by id and by alias. */
function selfTest({ products }: EolIndex, content: EolSnapshot): string | undefined {
  const step = Math.max(1, Math.floor(content.products.length / SELF_TEST_PRODUCTS));
  for (const row of content.products.filter((_, position) => position % step === 0)) {
    for (const name of [row.product, ...row.aliases]) {
      const found = products.find(name)?.product;
      if (found?.id !== row.product) return `"${name}" finds "${found?.id ?? 'nothing'}" instead of "${row.product}"`;
      if (found.cycles.length !== row.cycles.length) return `"${row.product}" has lost cycles in the index`;
    }
  }
  return undefined;
}
