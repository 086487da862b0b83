import type { AdvisoryFacts, StoredAdvisory } from '@stackcheck/datasets';

/** A row of `advisory`. */
export interface AdvisoryRow extends Omit<AdvisoryFacts, 'aliases'> {
  readonly aliases: string | null;
  readonly packages: string;
}

type Ecosystem = StoredAdvisory['packages'][number]['ecosystem'];

/** The columns that an answer needs, of a row that is called `a`. */
export const FACT_COLUMNS = [
  'id',
  'modified',
  'published',
  'withdrawn',
  'severity',
  'score',
  'vector',
  'summary',
] as const;

/** An advisory's row, apart from what it says about its packages. */
export function toRow({ aliases, packages, ...facts }: StoredAdvisory): AdvisoryRow {
  return {
    ...facts,
    aliases: aliases.length === 0 ? null : JSON.stringify(aliases),
    packages: JSON.stringify(packages.flatMap(({ ecosystem, name }) => [ecosystem, name])),
  };
}

/** The ecosystems and names of an advisory's packages, from its row. */
export function placesOf({ packages }: Pick<AdvisoryRow, 'packages'>): readonly (readonly [Ecosystem, string])[] {
  const flat = JSON.parse(packages) as readonly string[];
  const places: (readonly [Ecosystem, string])[] = [];
  for (let at = 0; at < flat.length; at += 2) places.push([flat[at] as Ecosystem, flat[at + 1] as string]);
  return places;
}

/** The advisory that a row is of. */
export function toFacts(row: Omit<AdvisoryRow, 'packages'>): AdvisoryFacts {
  const { id, modified, published, withdrawn, severity, score, vector, summary } = row;
  return { id, aliases: aliasesOf(row), modified, published, withdrawn, severity, score, vector, summary };
}

/** The aliases in a row. */
export function aliasesOf({ aliases }: Pick<AdvisoryRow, 'aliases'>): readonly string[] {
  return aliases === null ? [] : (JSON.parse(aliases) as string[]);
}
