import { indexProduct, type IndexedProduct } from '../indexed-product';
import type { Cycle } from '../product';
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
  for (const block of text.split(/^(?=product )/m).slice(1)) {
    const lines = block.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
    const id = lines[0]!.slice('product '.length).trim();
    const cycles = lines.filter((line) => line.startsWith('cycle ')).map(readCycle);
    const product = indexProduct(makeProduct(id, cycles));
    for (const line of lines.filter((one) => !/^(?:product|cycle) /.test(one))) {
      const [, name, today, expected] = /^from (\S+) on (\S+) \| (.+)$/.exec(line) ?? [];
      const from = cycles.find((cycle) => cycle.name === name);
      if (from === undefined || today === undefined || expected === undefined) throw new Error(`not a case: ${line}`);
      cases.push({ product, from, today, expected });
    }
  }
  return cases;
}

function readCycle(line: string): Cycle {
  const [name, ...facts] = line.slice('cycle '.length).split(' | ');
  const said = new Map(facts.map((fact) => fact.split(' ') as [string, string]));
  const ends = said.get('ends')!;
  const isDate = /^\d/.test(ends);
  return makeCycle(name!, {
    releaseDate: said.get('out') ?? null,
    isEol: ends === 'ended',
    eolFrom: isDate ? ends : null,
    eoasFrom: said.get('security') ?? null,
    ltsFrom: said.get('long-term') ?? null,
  });
}
