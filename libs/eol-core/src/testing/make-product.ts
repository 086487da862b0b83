import type { Cycle, Product } from '../products/product';

/** A supported cycle without dates, apart from what a test says about it. */
export function makeCycle(name: string, facts: Partial<Cycle> = {}): Cycle {
  return {
    name,
    codename: null,
    releaseDate: null,
    isLts: false,
    ltsFrom: null,
    isEol: false,
    eolFrom: null,
    isEoas: null,
    eoasFrom: null,
    eoesFrom: null,
    latest: null,
    ...facts,
  };
}

/** A product whose label is its id, apart from what a test says about it; plain strings are cycle names. */
export function makeProduct(
  id: string,
  cycles: readonly (string | Cycle)[],
  facts: Partial<Omit<Product, 'id' | 'cycles'>> = {},
): Product {
  return {
    id,
    label: id,
    aliases: [],
    category: 'test',
    images: [],
    cycles: cycles.map((cycle) => (typeof cycle === 'string' ? makeCycle(cycle) : cycle)),
    ...facts,
  };
}
