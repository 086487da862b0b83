import { makerOfShop, ownMaker } from './makers';
import { namePartsOf, type NameParts } from './name-parts';

/** A model as one provider names it. */
export interface ProviderName {
  readonly provider: string;
  readonly modelId: string;
  readonly releaseDate: string;
}

/** Which model that is. */
export interface ModelIdentity {
  /** `maker/model`, the same for one model under all its names. */
  readonly canonical: string;
  /** Sold by who made it. */
  readonly firstParty: boolean;
}

/** A name with what is known of it. */
type Named = ProviderName & NameParts;

/**
 * Which model each name of a document stands for. Upstream does not link the names of one model, so they are compared
 * without maker, region, day and manner of sale. One spelling stands for all: the maker's own where it sells the model
 * itself, else the most frequent one. A model that nobody's name is on is its provider's.
 * @returns identities in the order of the names
 */
export function identifyModels(names: readonly ProviderName[]): readonly ModelIdentity[] {
  const parts = names.map((name): Named => ({ ...name, ...namePartsOf(name.modelId) }));
  const makers = makersOfFolded(parts);
  const keyOf = ({ maker, folded, provider, plain }: Named): string =>
    `${maker ?? makers.get(folded) ?? provider}/${folded === '' ? plain : folded}`;
  const meant = datedNames(parts);
  const spellings = spellingsOf(parts, keyOf);
  return parts.map((name) => {
    const key = keyOf(meant.get(name) ?? name);
    const maker = key.slice(0, key.indexOf('/'));
    return { canonical: `${maker}/${spellings.get(key) ?? key}`, firstParty: ownMaker(name.provider, maker) };
  });
}

/** Names whose words tell no maker, and that a maker who sells nothing else sells: `text-embedding-3-large` is OpenAI's. */
function makersOfFolded(names: readonly Named[]): ReadonlyMap<string, string> {
  const makers = new Map<string, string>();
  for (const { provider, maker, folded } of names) {
    const own = makerOfShop(provider);
    // One word, such as "auto", is nobody's name.
    if (maker === undefined && own !== undefined && folded.includes('-')) makers.set(folded, own);
  }
  return makers;
}

/**
 * Floating names (`mistral-large-latest`) and the dated name of the same provider that they stand for now: the one that adds
 * a year and month, and was released on the same day.
 */
function datedNames(names: readonly Named[]): ReadonlyMap<Named, Named> {
  const dated = new Map<string, Named[]>();
  for (const name of names) {
    const stem = /^(.+)-\d{4}$/.exec(name.folded)?.[1];
    if (stem === undefined) continue;
    const key = `${name.provider} ${stem} ${name.releaseDate}`;
    dated.set(key, [...(dated.get(key) ?? []), name]);
  }
  const meant = new Map<Named, Named>();
  for (const name of names) {
    if (!name.modelId.toLowerCase().endsWith('-latest')) continue;
    const candidates = dated.get(`${name.provider} ${name.folded} ${name.releaseDate}`) ?? [];
    if (candidates.length === 1) meant.set(name, candidates[0]!);
  }
  return meant;
}

/** Key → the spelling to show. */
function spellingsOf(names: readonly Named[], keyOf: (name: Named) => string): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const name of names) {
    const key = keyOf(name);
    const own = ownMaker(name.provider, key.slice(0, key.indexOf('/')));
    const spellings = counts.get(key) ?? new Map<string, number>();
    // No number of resellers outvotes the maker.
    spellings.set(name.plain, (spellings.get(name.plain) ?? 0) + (own ? names.length : 1));
    counts.set(key, spellings);
  }
  return new Map([...counts].map(([key, spellings]) => [key, mostFrequent(spellings)]));
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  const [first] = [...counts].sort(([a, n], [b, m]) => m - n || a.length - b.length || (a < b ? -1 : 1));
  return first![0];
}
