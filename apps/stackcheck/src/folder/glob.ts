/**
 * Whether paths match a pattern: `*` is any text within a folder, `**` any folders, `?` one character. A pattern without `/` matches
 * in every folder, one that begins with it in the first, and one that matches a folder matches all below it.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const isRooted = /^\.?\//.test(pattern);
  const anchored = pattern.replace(/^\.?\//, '').replace(/\/+$/, '');
  const isAnywhere = !isRooted && !anchored.includes('/');
  const text = anchored.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (part) => PARTS[part] ?? `\\${part}`);
  const expression = new RegExp(`^${isAnywhere ? '(?:[^]*/)?' : ''}${text}(?:/[^]*)?$`, 'u');
  return (path) => expression.test(path);
}

const PARTS: Readonly<Record<string, string>> = {
  '**/': '(?:[^/]+/)*',
  '**': '[^]*',
  '*': '[^/]*',
  '?': '[^/]',
};
