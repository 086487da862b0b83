import type { AdvisoryFacts, StoredAdvisory } from '@stackcheck/datasets/snapshot';

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

/** The ecosystems and names in the column `packages`: those of an advisory that is not about a single one. */
export function placesIn(packages: string | null): readonly (readonly [Ecosystem, string])[] {
  const flat = JSON.parse(packages ?? '[]') as readonly string[];
  const places: (readonly [Ecosystem, string])[] = [];
  for (let at = 0; at < flat.length; at += 2) places.push([flat[at] as Ecosystem, flat[at + 1] as string]);
  return places;
}

/** Values of `FACT_COLUMNS`. Rows are read as arrays, in half the time that objects take. */
export type FactTuple = readonly [
  id: string,
  modified: string,
  published: string | null,
  withdrawn: string | null,
  severity: AdvisoryRow['severity'],
  score: number | null,
  vector: string | null,
  summary: string | null,
];

/** Values of `ALL_COLUMNS`. */
export type AdvisoryTuple = readonly [
  ...facts: FactTuple,
  aliases: string | null,
  ecosystem: Ecosystem | null,
  name: string | null,
  spec: string | null,
  packages: string | null,
];

/**
 * The advisory that a row is of.
 * @param specOf gives what it says about a package where that is not in its own row
 */
export function toAdvisory(
  row: AdvisoryTuple,
  specOf: (ecosystem: Ecosystem, name: string, id: string) => string,
): StoredAdvisory {
  const [id, modified, published, withdrawn, severity, score, vector, summary, ...rest] = row;
  const [aliases, ecosystem, name, spec, packages] = rest;
  const facts = {
    id,
    aliases: aliasesOf({ aliases }),
    modified,
    published,
    withdrawn,
    severity,
    score,
    vector,
    summary,
  };
  if (ecosystem !== null && name !== null && spec !== null) return { ...facts, packages: [{ ecosystem, name, spec }] };
  return {
    ...facts,
    packages: placesIn(packages).map(([at, of]) => ({ ecosystem: at, name: of, spec: specOf(at, of, id) })),
  };
}

/** The aliases in a row. */
export function aliasesOf({ aliases }: Pick<AdvisoryRow, 'aliases'>): readonly string[] {
  return aliases === null ? [] : (JSON.parse(aliases) as string[]);
}
