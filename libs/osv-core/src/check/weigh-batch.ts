import type { Ecosystem } from '../ecosystem/ecosystem-name';
import { readingsOf } from './readings';

/** How much there is to be judged about a package without reading it. */
export interface WeightSource {
  /** How many advisories name the package, where these are many; 0 where they are few. */
  weightOf(ecosystem: Ecosystem, names: readonly string[]): number;
}

/** How much a batch of purls gives to do. */
export interface BatchWeight {
  /** Purls that name a package version. */
  readonly readable: number;
  /** Candidate advisories: of packages with many, each package once, in however many versions it is asked about. */
  readonly advisories: number;
  /** The same for each version: how often one of them is held against one of the versions. */
  readonly judgements: number;
  /** The most that a single one of the packages has. */
  readonly heaviest: number;
}

/** Sums the candidate advisories of a batch before any is read or judged. */
export function weighBatch(source: WeightSource, purls: readonly string[]): BatchWeight {
  let readable = 0;
  let advisories = 0;
  let judgements = 0;
  let heaviest = 0;
  const counted = new Set<string>();
  for (const query of readingsOf(purls)) {
    if (!query.ok) continue;
    readable++;
    const weight = source.weightOf(query.ecosystem, query.names);
    if (weight === 0) continue;
    judgements += weight;
    heaviest = Math.max(heaviest, weight);
    const key = `${query.ecosystem} ${query.names.join(' ')}`;
    if (counted.has(key)) continue;
    counted.add(key);
    advisories += weight;
  }
  return { readable, advisories, judgements, heaviest };
}
