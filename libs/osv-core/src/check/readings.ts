import { readPackage, type PurlReading } from '../purl/read-package';

const kept = new WeakMap<readonly string[], readonly PurlReading[]>();

/** The purls of a batch as read by `readPackage`, each once, however often the same batch is looked at: weighed, then judged. */
export function readingsOf(purls: readonly string[]): readonly PurlReading[] {
  let readings = kept.get(purls);
  if (readings === undefined) kept.set(purls, (readings = purls.map(readPackage)));
  return readings;
}
