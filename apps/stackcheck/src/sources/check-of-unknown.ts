import { ProductIndex } from '@stackcheck/eol-core';
import { ImageCatalogue } from '@stackcheck/eol-core/images';
import { KevIndex } from '@stackcheck/kev-core';
import type { AdvisorySource } from '@stackcheck/osv-core';
import { checkStack, type Stack, type StackCheck } from '@stackcheck/stack-core';

/** A check of entries of which nothing is known: each of them is doubt. */
export function checkOfUnknown(stack: Stack, day: string): StackCheck {
  const index = new ProductIndex([]);
  const eol = { index, images: new ImageCatalogue(index, []), complete: true };
  return checkStack(stack, { eol, kev: new KevIndex('', [], false), osv: NO_ADVISORIES }, day, false);
}

const NO_ADVISORIES: AdvisorySource = { covers: () => false, advisoriesOf: () => [] };
