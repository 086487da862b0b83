import { globMatches } from '@stackcheck/report/accept';

/** Whether a pattern matches a path or a folder that it lies in. */
export function isExcluded(path: string, globs: readonly string[]): boolean {
  if (globs.length === 0) return false;
  const parts = path.split('/');
  return parts.some((_, index) => {
    const upTo = parts.slice(0, index + 1).join('/');
    return globs.some((glob) => globMatches(glob.replace(/(?<=[^/])\/+$/, ''), upTo));
  });
}
