import type { AdvisoryFacts, StoredAdvisory } from '@stackcheck/datasets';

/** A row of `advisory`. */
export interface AdvisoryRow extends Omit<AdvisoryFacts, 'aliases'> {
  readonly aliases: string | null;
  readonly ecosystem: Ecosystem | null;
  readonly name: string | null;
  readonly spec: string | null;
  readonly packages: string | null;
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

/** All columns in the order of `toRow`. */
export const ALL_COLUMNS = [...FACT_COLUMNS, 'aliases', 'ecosystem', 'name', 'spec', 'packages'] as const;

/** An advisory's row, in the order of `ALL_COLUMNS`. */
export function toRow(advisory: StoredAdvisory): readonly (string | number | null)[] {
  const { id, modified, published, withdrawn, severity, score, vector, summary, aliases, packages } = advisory;
  const only = packages.length === 1 ? packages[0] : undefined;
  const places =
    only === undefined ? JSON.stringify(packages.flatMap(({ ecosystem, name }) => [ecosystem, name])) : null;
  return [
    id,
    modified,
    published,
    withdrawn,
    severity,
    score,
    vector,
    summary,
    aliases.length === 0 ? null : JSON.stringify(aliases),
    only?.ecosystem ?? null,
    only?.name ?? null,
    only?.spec ?? null,
    places,
  ];
}

/** The ecosystems and names of an advisory's packages, from its row. */
export function placesOf({
  ecosystem,
  name,
  packages,
}: Pick<AdvisoryRow, 'ecosystem' | 'name' | 'packages'>): readonly (readonly [Ecosystem, string])[] {
  if (ecosystem !== null && name !== null) return [[ecosystem, name]];
  const flat = JSON.parse(packages ?? '[]') as readonly string[];
  const places: (readonly [Ecosystem, string])[] = [];
  for (let at = 0; at < flat.length; at += 2) places.push([flat[at] as Ecosystem, flat[at + 1] as string]);
  return places;
}

/** The advisory that a row is of. */
export function toFacts(row: Omit<AdvisoryRow, 'ecosystem' | 'name' | 'spec' | 'packages'>): AdvisoryFacts {
  const { id, modified, published, withdrawn, severity, score, vector, summary } = row;
  return { id, aliases: aliasesOf(row), modified, published, withdrawn, severity, score, vector, summary };
}

/** The aliases in a row. */
export function aliasesOf({ aliases }: Pick<AdvisoryRow, 'aliases'>): readonly string[] {
  return aliases === null ? [] : (JSON.parse(aliases) as string[]);
}
