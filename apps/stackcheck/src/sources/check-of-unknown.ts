import { ProductIndex } from '@stackcheck/eol-core';
import { ImageCatalogue } from '@stackcheck/eol-core/images';
import { KevIndex } from '@stackcheck/kev-core';
import type { AdvisorySource } from '@stackcheck/osv-core';
import { checkStack, type Stack, type UnplannedCheck } from '@stackcheck/stack-core';
import { packageChecks } from '@stackcheck/stack-core/packages';

/** A check of entries of which nothing is known: each of them is doubt. */
export function checkOfUnknown(stack: Stack, day: string): UnplannedCheck {
  const index = new ProductIndex([]);
  const eol = { index, images: new ImageCatalogue(index, []), complete: true };
  return checkStack(stack, { eol, kev: new KevIndex('', [], false), osv: packageChecks(NO_ADVISORIES) }, day);
}

const NO_ADVISORIES: AdvisorySource = { covers: () => false, advisoriesOf: () => [] };
