/** A package URL without version, qualifiers and subpath, as keys and fingerprints have it: `pkg:npm/lodash`. */
export function purlWithoutVersion(purl: string): string {
  return purl.replace(/[@?#].*$/s, '');
}
