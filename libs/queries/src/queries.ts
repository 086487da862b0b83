import { eolCheck } from './eol/check';
import { eolCycle } from './eol/cycle';
import { eolImage } from './eol/image';
import { eolProduct } from './eol/product';
import { eolIndex } from './eol/product-list';
import { kevCheck } from './kev/check';
import { modelsCheapest } from './models/cheapest';
import { modelsIndex } from './models/model-list';
import { osvCheck } from './osv/check';
import type { AnyQuery } from './query';
import { stackCheck } from './stack/check';
import { stackWatch } from './stack/watch';
import { validate } from './validate';

/** Every question that can be asked of the datasets. */
export const QUERIES: readonly AnyQuery[] = [
  eolProduct,
  eolCycle,
  eolCheck,
  eolImage,
  kevCheck,
  modelsCheapest,
  osvCheck,
  stackCheck,
  stackWatch,
  eolIndex,
  modelsIndex,
  validate,
];
