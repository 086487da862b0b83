import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Scratch } from '@stackcheck/e2e/service';
import type { Attack } from './attacks/attack';
import { besiege, type SiegeOptions } from './besiege';
import type { Siege } from './report/verdict';
import { fillStock, STOCK_SIZE, type StockSize } from './service/stock';

/** Called before the service is stocked, and before each attack. */
export type OnProgress = (line: string) => void;

/** Makes the attacks one after the other, each on a service that was started for it; one that cannot be made does not hide the others. All that was started and written is gone afterwards. */
export async function runSiege(
  attacks: readonly Attack[],
  options: SiegeOptions,
  {
    size = STOCK_SIZE,
    onProgress = () => undefined,
  }: { readonly size?: StockSize; readonly onProgress?: OnProgress } = {},
): Promise<readonly Siege[]> {
  const scratch = new Scratch();
  try {
    const folder = scratch.folder();
    const [stock, bucket] = [join(folder, 'stock'), join(folder, 'bucket')];
    for (const path of [stock, bucket]) mkdirSync(path);
    onProgress('publishing what is sold');
    await fillStock(stock, bucket, size);
    const sieges: Siege[] = [];
    for (const attack of attacks) {
      onProgress(`${sieges.length + 1} of ${attacks.length}: ${attack.name} (${attack.what})`);
      sieges.push(await besiege(attack, stock, options).catch((fault: unknown) => notMade(attack, fault)));
    }
    return sieges;
  } finally {
    await scratch.clear();
  }
}

/** Nothing was shown then, which is a failure all the same. */
function notMade({ name }: Attack, fault: unknown): Siege {
  const [why] = (fault instanceof Error ? fault.message : String(fault)).split('\n');
  const reason = `could not be made: ${why}`;
  return { name, without: [], during: [], got: {}, verdict: { repelled: false, reasons: [reason] } };
}
