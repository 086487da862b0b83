/**
 * Whether a path matches a glob: `*` any characters but `/`, `?` one of them, `**` any folders. A glob without `/` matches in every
 * folder, one that begins with `/` from the first, and one that matches a folder matches all below it. Takes time in proportion to
 * both lengths, whatever they hold.
 */
export function globMatches(glob: string, path: string): boolean {
  const wanted = glob
    .replace(/^\.?\//, '')
    .replace(/\/+$/, '')
    .split('/');
  const isAnywhere = wanted.length === 1 && !/^\.?\//.test(glob);
  const parts = path.replace(/^\.?\//, '').split('/');
  return matchesWith([...(isAnywhere ? ['**'] : []), ...wanted, '**'], parts, partMatches, '**');
}

function partMatches(pattern: string, part: string): boolean {
  return matchesWith([...pattern], [...part], (wanted, character) => wanted === '?' || wanted === character, '*');
}

/** Matching of a list with one kind of wildcard for any number of elements: back to the last wildcard alone, never further. */
function matchesWith(
  wanted: readonly string[],
  given: readonly string[],
  isOne: (wanted: string, given: string) => boolean,
  any: string,
): boolean {
  let [at, wildcard, resume] = [0, -1, 0];
  for (let index = 0; index < given.length;) {
    if (wanted[at] === any) {
      [wildcard, resume] = [at, index];
      at++;
    } else if (at < wanted.length && isOne(wanted[at] ?? '', given[index] ?? '')) {
      at++;
      index++;
    } else if (wildcard >= 0) {
      at = wildcard + 1;
      resume++;
      index = resume;
    } else {
      return false;
    }
  }
  return wanted.slice(at).every((element) => element === any);
}
