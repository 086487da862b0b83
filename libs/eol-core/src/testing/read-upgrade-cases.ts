import { indexProduct, type IndexedProduct } from '../products/indexed-product';
import type { Cycle, Product } from '../products/product';
import { makeCycle, makeProduct } from './make-product';

/** One question of `upgrade-targets.cases.txt`. */
export interface UpgradeCase {
  readonly product: IndexedProduct;
  readonly from: Cycle;
  readonly today: string;
  readonly expected: string;
}

/** Reads `upgrade-targets.cases.txt`; how its lines are written stands at its head. */
export function readUpgradeCases(text: string): readonly UpgradeCase[] {
  const cases: UpgradeCase[] = [];
  for (const { product, questions } of readProducts(text)) {
    const indexed = indexProduct(product);
    for (const line of questions) {
      const [, name, today, expected] = /^from (\S+) on (\S+) \| (.+)$/.exec(line) ?? [];
      const from = product.cycles.find((cycle) => cycle.name === name);
      if (from === undefined || today === undefined || expected === undefined) throw new Error(`not a case: ${line}`);
      cases.push({ product: indexed, from, today, expected });
    }
  }
  return cases;
}

/** One question of `image-targets.cases.txt`: what is asked, of which image, and what is expected. */
export interface ImageCase {
  readonly asked: string;
  readonly image: string;
  readonly expected: string;
}

/** Reads `image-targets.cases.txt`; how its lines are written stands at its head. */
export function readImageCases(text: string): {
  readonly products: readonly Product[];
  readonly cases: readonly ImageCase[];
} {
  const blocks = readProducts(text);
  const cases = blocks.flatMap(({ questions }) => questions).map(readImageCase);
  return { products: blocks.map(({ product }) => product), cases };
}

function readImageCase(line: string): ImageCase {
  const [, asked, image, expected] = /^([a-z]+) (.+?) \| (.+)$/.exec(line) ?? [];
  if (asked === undefined || image === undefined || expected === undefined) throw new Error(`not a case: ${line}`);
  return { asked, image, expected };
}

/** Each product with its cycles, and the other lines that follow it. */
function readProducts(text: string): readonly { readonly product: Product; readonly questions: readonly string[] }[] {
  return text
    .split(/^(?=product )/m)
    .slice(1)
    .map((block) => {
      const lines = block.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
      const [id, ...aliases] = lines[0]!.slice('product '.length).split(/ = | \/ /);
      const cycles = lines.filter((line) => line.startsWith('cycle ')).map(readCycle);
      return {
        product: makeProduct(id!.trim(), cycles, { aliases }),
        questions: lines.filter((one) => !/^(?:product|cycle) /.test(one)),
      };
    });
}

function readCycle(line: string): Cycle {
  const [name, ...facts] = line.slice('cycle '.length).split(' | ');
  const said = new Map(facts.map((fact) => fact.split(' ') as [string, string]));
  const ends = said.get('ends')!;
  const isDate = /^\d/.test(ends);
  const latest = said.get('latest');
  return makeCycle(name!, {
    codename: said.get('codename')?.replaceAll('_', ' ') ?? null,
    releaseDate: said.get('out') ?? null,
    isEol: ends === 'ended',
    eolFrom: isDate ? ends : null,
    eoasFrom: said.get('security') ?? null,
    ltsFrom: said.get('long-term') ?? null,
    latest: latest === undefined ? null : { name: latest, date: null, link: null },
  });
}
