import { nearestName } from './nearest-name';

/** Shorter names are near too much of what an environment holds: `PORTS`, `HOSTS`, `POST`. */
const CHARS_MIN = 6;

/**
 * One fault for each variable of an environment that nobody reads and whose name is nearly one of ours. Where the right name is
 * set, too, the other one belongs to somebody else. Values are not repeated: they may be secrets.
 * @param known every name that is read
 */
export function misspeltVariables(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly string[] {
  const isSet = (name: string): boolean => (env[name] ?? '').trim() !== '';
  const candidates = known.filter((name) => name.length >= CHARS_MIN && !isSet(name));
  const foreign = Object.keys(env).filter((name) => name.length >= CHARS_MIN - 1 && isSet(name));
  return foreign.flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = nearestName(name, candidates);
    return meant === undefined
      ? []
      : [
          `${name} is no variable of this program: did you mean ${meant}? If another program reads it, set ${meant} as well`,
        ];
  });
}
