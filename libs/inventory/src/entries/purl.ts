import { PURL_LENGTH_MAX } from '@stackcheck/osv-core';

/** Types of package URLs whose packages come from a public registry. */
export type PackageType =
  'cargo' | 'composer' | 'conan' | 'gem' | 'golang' | 'hex' | 'maven' | 'npm' | 'nuget' | 'pub' | 'pypi' | 'swift';

/**
 * The package URL of a package as advisories know it (purl-spec): the parts of the name escaped, a name that its registry folds in
 * that one spelling, the version as written.
 * @param name in the registry's form: `@scope/name`, `group:artifact`, `vendor/name`, a module path
 * @returns undefined where it cannot be a name or version of that registry: too few or too many parts, an empty one, blanks or
 * control characters, or longer than package URLs that are read
 */
export function packageUrl(type: PackageType, name: string, version: string): string | undefined {
  if (name.length + version.length > PURL_LENGTH_MAX || UNPRINTABLE.test(name) || UNPRINTABLE.test(version))
    return undefined;
  const { separator = '/', parts: [least, most] = [1, 1], fold, form } = FORMS[type];
  const folded = fold === undefined ? name : fold(name);
  const parts = folded.split(separator);
  if (parts.length < least || parts.length > most || parts.includes('') || version === '') return undefined;
  if (form?.test(folded) === false) return undefined;
  const purl = `pkg:${type}/${parts.map(escaped).join('/')}@${escaped(version)}`;
  return purl.length > PURL_LENGTH_MAX ? undefined : purl;
}

/** Blanks, control characters and halves of surrogate pairs. */
const UNPRINTABLE = /[\s\u0000-\u001f\u007f-\u009f\p{Cs}]/u;

interface NameForm {
  /** Between the parts of a name; `/` where absent. */
  readonly separator?: string;
  /** Least and most parts of a name; one where absent. */
  readonly parts?: readonly [number, number];
  /** The one spelling of all that the registry takes for the same package. */
  readonly fold?: (name: string) => string;
  /** Which texts are a name, once folded; any where absent. */
  readonly form?: RegExp;
}

const lower = (name: string) => name.toLowerCase();

const FORMS: Readonly<Record<PackageType, NameForm>> = {
  cargo: {},
  composer: { parts: [2, 2], fold: lower },
  conan: {},
  gem: {},
  golang: { parts: [1, Infinity] },
  hex: { parts: [1, 2], fold: lower },
  maven: { separator: ':', parts: [2, 2] },
  npm: { parts: [1, 2] },
  nuget: {},
  // Advisories have an underscore for each hyphen.
  pub: { fold: lower, form: /^[a-z0-9_-]+$/ },
  // PEP 503.
  pypi: { fold: (name) => name.toLowerCase().replace(/[-_.]+/g, '-') },
  // A repository by its host and path.
  swift: { parts: [3, Infinity] },
};

const UNRESERVED = /^[\w.~-]*$/;

/** A part of a package URL as purl-spec escapes it: all but letters, digits, `.`, `-`, `_`, `~` and `:`. */
export function escaped(text: string): string {
  if (UNRESERVED.test(text)) return text;
  const most = encodeURIComponent(text).replaceAll('%3A', ':');
  return most.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
