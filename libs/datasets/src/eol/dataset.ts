import { imageTableRows } from '@stackcheck/eol-core';
import { canonicalBytes, sha256Hex } from '@stackcheck/signing';
import type { Dataset, ScopeTable } from '../dataset';
import { EOL_DESCRIPTOR } from './descriptor';
import { guardEol } from './guards';
import { indexEol, toProducts, type EolIndex } from './lookup';
import { normaliseEol } from './normalise';
import type { EolSnapshot } from './records';
import { eolStarter } from './starter';
import { readUpstream } from './upstream';

const SELF_TEST_PRODUCTS = 20;

/** The end-of-life dataset: endoflife.date's release cycles. */
export const eolDataset: Dataset<EolSnapshot, EolIndex> = {
  descriptor: EOL_DESCRIPTOR,
  read: (body) => normaliseEol(readUpstream(body)),
  guard: guardEol,
  recordCount: (content) => content.products.length,
  records: { part: 'products', key: 'product' },
  scopeTables: (content) => [imageScope(content)],
  index: indexEol,
  selfTest,
  starter: eolStarter,
};

/** The digest is taken when it is read, so that it can be a step of its own. */
function imageScope(content: EolSnapshot): ScopeTable {
  const rows = imageTableRows(toProducts(content));
  return {
    name: 'image',
    get sha256() {
      return sha256Hex(canonicalBytes(rows));
    },
  };
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
