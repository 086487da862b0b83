import { jdkWords } from '../../versions/jdk';
import type { CalendarDate, Cycle } from '../../products/product';
import type { ReadPart } from '../reading/read-part';
import { statusOn } from '../../status/status';
import { lastingCandidates } from '../../upgrades/upgrade-targets';
import { compareVersions, leadingNumbers } from '../../versions/version-order';

/**
 * From a cycle of a product on, the least version of a runtime that it runs on, as the products' own tables of requirements say; of those that
 * have images with a JDK in the tag. Images of Spark 4 are all built for Scala 2.13. As one text, which takes the least room where code is loaded.
 */
const LEAST =
  'apache-flink 2 java 11,apache-groovy 5 java 11,apache-maven 4 java 17,apache-spark 4 java 17,apache-spark 4 scala 2.13,eclipse-jetty 10 java 11,eclipse-jetty 12 java 17,gradle 9 java 17,jenkins 2.361 java 11,jenkins 2.479 java 17,jenkins 2.555 java 21,jruby 10 java 21,tomcat 10.1 java 11,tomcat 11 java 17'
    .split(',')
    .map((line) => line.split(' ') as [product: string, from: string, runtime: Runtime, least: string]);

type Runtime = 'java' | 'scala';

/**
 * Cycles of the parts of an image, where JDKs that are too old for the cycle that the product moves to go to the next one that will do, and so does
 * the line of Scala that it is built for; null where none does that ends later.
 * @param cycles one per part, the product's first: where it goes, undefined where it stays
 */
export function withNeededRuntimes(
  parts: readonly ReadPart[],
  cycles: readonly (Cycle | undefined)[],
  today: CalendarDate,
): readonly (Cycle | undefined | null)[] {
  return parts.map((one, at) => {
    const { part, product, match } = one;
    const cycle = isBuildVariant(one, today) ? undefined : cycles[at];
    const runtime = at > 0 && match !== undefined ? runtimeOf(product!.product.id) : undefined;
    const needed = runtime && neededVersion(runtime, parts, cycles);
    if (needed === undefined) return cycle;
    const runs = ({ name }: Cycle): boolean => compareVersions(leadingNumbers(name) ?? needed, needed) >= 0;
    if (runs(cycle ?? match!.cycle)) return cycle;
    return part.at === null ? null : (lastingCandidates(product!, match!.cycle, today).find(runs) ?? null);
  });
}

function runtimeOf(id: string): Runtime | undefined {
  return id === 'scala' ? id : jdkWords(id).length > 0 ? 'java' : undefined;
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
function neededVersion(
  wanted: Runtime,
  [image]: readonly ReadPart[],
  [cycle]: readonly (Cycle | undefined)[],
): readonly number[] | undefined {
  const id = image?.product?.product.id;
  const numbers = leadingNumbers(cycle?.name ?? '');
  if (numbers === undefined) return undefined;
  const met = LEAST.filter(
    ([product, from, runtime]) =>
      product === id && runtime === wanted && compareVersions(leadingNumbers(from)!, numbers) <= 0,
  );
  return leadingNumbers(met.at(-1)?.[3] ?? '');
}
