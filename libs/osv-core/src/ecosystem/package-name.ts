import type { Ecosystem } from './ecosystem-name';

/**
 * The spelling under which a package is indexed and looked up: one for all spellings that the ecosystem takes for the
 * same package. Applied to the names of records and of purls alike.
 */
export function normaliseName(ecosystem: Ecosystem, name: string): string {
  const fold = FOLDS[ecosystem];
  return fold === undefined ? name : fold(name);
}

const lower = (name: string) => name.toLowerCase();

const FOLDS: Readonly<Partial<Record<Ecosystem, (name: string) => string>>> = {
  npm: lower,
  // PEP 503.
  PyPI: (name) => name.toLowerCase().replace(/[-_.]+/g, '-'),
  NuGet: lower,
  Packagist: lower,
  // Purls are lower case, records keep the capitals of the module path.
  Go: lower,
  // `a-b` and `a_b` cannot both exist, and neither can spellings that differ in case.
  'crates.io': (name) => name.toLowerCase().replaceAll('_', '-'),
  Hex: lower,
  Pub: (name) => name.toLowerCase().replaceAll('-', '_'),
  SwiftURL: toRepository,
  GIT: toRepository,
  Debian: lower,
  Ubuntu: lower,
};

/** A repository's host and path: no scheme, user, `.git` or slash at the end. */
function toRepository(url: string): string {
  return url
    .toLowerCase()
    .replace(/^[a-z][a-z+.-]*:\/\//, '')
    .replace(/^[^/@]*@/, '')
    .replace(SLASHES_AT_END, '')
    .replace(/\.git$/, '');
}

/** Begun only where a run of slashes begins: from each slash of a run, a text of slashes would take the square of its length. */
const SLASHES_AT_END = /(?<!\/)\/+$/;
