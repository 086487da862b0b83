import { eolCheck, eolCycle, eolImage, eolIndex, eolProduct } from './eol';
import { epssCheck } from './epss';
import { kevCheck } from './kev';
import { modelsCheapest, modelsIndex } from './models';
import { osvCheck } from './osv';
import type { AnyQuery } from './query/query';
import { stackCheck, stackWatch } from './stack';
import { validate } from './validate';

/** Every question that can be asked of the datasets. */
export const QUERIES: readonly AnyQuery[] = [
  eolProduct,
  eolCycle,
  eolCheck,
  eolImage,
  kevCheck,
  epssCheck,
  modelsCheapest,
  osvCheck,
  stackCheck,
  stackWatch,
  eolIndex,
  modelsIndex,
  validate,
];
