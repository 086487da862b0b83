import { entriesAt, objectAt, stringAt } from '../syntax/values';

/**
 * Keys of `packages` that only `devDependencies` lead to, in a lockfile of version 9: it marks none, but has what each importer asks
 * for and what each snapshot depends on. Empty where it has no snapshots.
 */
export function developmentKeys(lockfile: unknown): ReadonlySet<string> {
  const snapshots = objectAt(lockfile, 'snapshots');
  if (snapshots === undefined) return new Set();
  const used = keysReached(lockfile, snapshots, ['dependencies', 'optionalDependencies']);
  const developed = keysReached(lockfile, snapshots, ['devDependencies']);
  return new Set([...developed].filter((key) => !used.has(key)));
}

/** Keys of packages that dependencies of these kinds lead to from any importer. */
function keysReached(lockfile: unknown, snapshots: object, kinds: readonly string[]): ReadonlySet<string> {
  const importers = entriesAt(lockfile, 'importers').map(([, importer]) => importer);
  const reached = new Set(importers.flatMap((importer) => dependenciesOf(importer, kinds, snapshots)));
  // A set may grow while it is walked.
  for (const snapshot of reached)
    for (const next of dependenciesOf(objectAt(snapshots, snapshot), WITHIN, snapshots)) reached.add(next);
  return new Set([...reached].map(withoutPeers));
}

const WITHIN = ['dependencies', 'optionalDependencies'];

/** Keys of the snapshots that an importer or a snapshot depends on. */
function dependenciesOf(dependent: unknown, kinds: readonly string[], snapshots: object): readonly string[] {
  return kinds.flatMap((kind) =>
    entriesAt(dependent, kind).flatMap(([name, dependency]) => {
      const version = typeof dependency === 'string' ? dependency : (stringAt(dependency, 'version') ?? '');
      // That of an alias is the whole key.
      return [`${name}@${version}`, version].filter((key) => Object.hasOwn(snapshots, key)).slice(0, 1);
    }),
  );
}

/** `a@1.0.0` of `a@1.0.0(b@2.0.0)`. */
function withoutPeers(key: string): string {
  const bracket = key.indexOf('(');
  return bracket === -1 ? key : key.slice(0, bracket);
}
