import { readPackageName } from '@stackcheck/osv-core';
import { purlWithoutVersion } from '../text/purl-text';

/**
 * Whether a package URL names this package: with a version that version alone, with qualifiers only a package that has them all,
 * and however names are written that the registry holds for one.
 */
export function purlMatches(wanted: string, purl: string): boolean {
  const [pattern, found] = [partsOf(wanted), partsOf(purl)];
  if (pattern.version !== null && pattern.version !== found.version) return false;
  if (![...pattern.qualifiers].every((qualifier) => found.qualifiers.has(qualifier))) return false;
  return pattern.name === found.name || isSameName(pattern.name, found.name);
}

interface Parts {
  readonly name: string;
  readonly version: string | null;
  readonly qualifiers: ReadonlySet<string>;
}

function partsOf(purl: string): Parts {
  const [head = '', query = ''] = purl.replace(/#.*$/s, '').split('?', 2);
  // The first @ may belong to a scope that was not encoded; what follows the name has no slash in front of it.
  const at = head.lastIndexOf('@');
  const hasVersion = at > head.lastIndexOf('/');
  const name = decoded(hasVersion ? head.slice(0, at) : head);
  const version = hasVersion ? decoded(head.slice(at + 1)) : null;
  return {
    name,
    version: version === null || !name.startsWith('pkg:golang/') ? version : version.replace(/^v(?=\d)/, ''),
    qualifiers: new Set(query === '' ? [] : query.split('&').map(decoded)),
  };
}

/** Distributions file a package under the name of its source, which several packages share: those go by their own. */
function isSameName(a: string, b: string): boolean {
  if (/^pkg:(?:deb|apk|rpm)\//.test(a) || lettersOf(a) !== lettersOf(b)) return false;
  const [one, other] = [readPackageName(encoded(a)), readPackageName(encoded(b))];
  if (one === undefined || other === undefined || one.ecosystem !== other.ecosystem) return false;
  return one.names.join('\0') === other.names.join('\0');
}

/** What no registry ignores in a name: names that differ in these are not read further. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[-_.]/g, '');
}

function encoded(name: string): string {
  return purlWithoutVersion(name.replaceAll('@', '%40'));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign stands for itself.
    return text;
  }
}
