import { jdkWords } from './jdk';
import type { CalendarDate, Cycle } from './product';
import type { ReadPart } from './read-part';
import { statusOn } from './status';
import { lastingCandidates } from './upgrade-targets';
import { compareVersions, leadingNumbers } from './version-order';

/**
 * From a cycle of a product on, the least Java that runs it, as the products' own tables of requirements say; of those that have images with
 * a JDK in the tag. As one text, which takes the least room where code is loaded.
 */
const LEAST_JAVA =
  'apache-flink 2 11,apache-maven 4 17,eclipse-jetty 10 11,eclipse-jetty 12 17,gradle 9 17,jenkins 2.361 11,jenkins 2.479 17,jenkins 2.555 21,tomcat 10.1 11,tomcat 11 17'
    .split(',')
    .map((line) => line.split(' ') as [product: string, from: string, java: string]);

/**
 * Cycles of the parts of an image, where JDKs that are too old for the cycle that the product moves to go to the next one that will do; null
 * where none does that ends later.
 * @param cycles one per part, the product's first: where it goes, undefined where it stays
 */
export function withNeededRuntimes(
  parts: readonly ReadPart[],
  cycles: readonly (Cycle | undefined)[],
  today: CalendarDate,
): readonly (Cycle | undefined | null)[] {
  const needed = neededJava(parts, cycles);
  return parts.map(({ part, product, match }, at) => {
    const runs = (cycle: Cycle): boolean => (leadingNumbers(cycle.name)?.[0] ?? needed) >= needed;
    const cycle = cycles[at];
    const isJdk = at > 0 && match !== undefined && jdkWords(product!.product.id).length > 0;
    if (!isJdk || runs(cycle ?? match.cycle)) return cycle;
    const next = lastingCandidates(product!, match.cycle, today).find(runs);
    return part.at === null ? null : (next ?? null);
  });
}

/**
 * Whether a part says which build of its product an image has, and is no version that is moved by itself while it has not ended: Flink and
 * Spark are built for one line of Scala.
 */
export function isBuildVariant({ part, product, match }: ReadPart, today: CalendarDate): boolean {
  const isVariant = part.role === 'runtime' && product?.product.id === 'scala';
  return isVariant && match !== undefined && statusOn(match.cycle, today) !== 'eol';
}

/** A product that stays runs on what it has. */
function neededJava([image]: readonly ReadPart[], [cycle]: readonly (Cycle | undefined)[]): number {
  const id = image?.product?.product.id;
  const numbers = leadingNumbers(cycle?.name ?? '');
  if (numbers === undefined) return 0;
  const met = LEAST_JAVA.filter(
    ([product, from]) => product === id && compareVersions(leadingNumbers(from)!, numbers) <= 0,
  );
  return Number(met.at(-1)?.[2] ?? 0);
}
