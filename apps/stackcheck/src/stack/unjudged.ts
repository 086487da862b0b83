import type { ApartEntry, FileInventory } from '@stackcheck/inventory';

/** Of each reason so many are named. */
const NAMED_MAX = 3;

/** An entry of which nothing is said, with its place. */
interface Unjudged {
  readonly name: string;
  readonly place: string;
}

/**
 * What was read of others' work and is not judged, a sentence for each reason: `Not judged, no version is named: flask
 * (requirements.txt:2).` A project's own folders and members are not among them.
 */
export function unjudgedIn(files: readonly FileInventory[]): readonly string[] {
  const byReason = new Map<string, Unjudged[]>();
  const add = (why: string, name: string, path: string, line: number | undefined): void => {
    const known = byReason.get(why) ?? [];
    known.push({ name, place: line === undefined ? path : `${path}:${line}` });
    byReason.set(why, known);
  };
  for (const { path, products, apart } of files) {
    for (const { product, version, line } of products)
      if (version === null) add(REASONS.no_version as string, product, path, line);
    for (const { name, why, line } of apart) {
      const reason = REASONS[why];
      if (reason !== undefined) add(reason, name, path, line);
    }
  }
  return [...byReason].map(([reason, entries]) => `Not judged, ${reason}: ${namesOf(entries)}.`);
}

/** None of what is a project's own. */
const REASONS: Readonly<Partial<Record<ApartEntry['why'], string>>> = {
  no_lockfile: 'no lockfile was read for the dependencies',
  no_version: 'no version is named',
  range: 'a range is named and no version',
  variable: 'a variable has no value here',
  git: 'from a repository',
  url: 'from an address',
  private_registry: 'from a registry of its own',
  ambiguous: 'several products may be meant',
  no_registry: 'of no registry',
  no_lifecycle_data: 'nobody publishes its support',
  unsupported: 'of a kind of which nothing is known',
};

function namesOf(entries: readonly Unjudged[]): string {
  const named = entries.slice(0, NAMED_MAX).map(({ name, place }) => (name === place ? name : `${name} (${place})`));
  const others = entries.length - named.length;
  return others === 0 ? named.join(', ') : `${named.join(', ')} and ${others} more`;
}
