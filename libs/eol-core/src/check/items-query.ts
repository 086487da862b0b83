import type { CheckItem } from '../matching/check-item';

/** The pairs of a GET batch, or a sentence that says which pair cannot be read. */
export type ItemsQuery = { readonly items: readonly CheckItem[] } | { readonly fault: string };

/**
 * Reads the form-decoded `items` parameter: comma-separated `product@version`. Each pair is split at the
 * last `@` that leaves both sides non-empty, so `@angular/core@17` works. A blank in a version is read as the `+` that
 * form decoding took away (`17.0.11+9`); a leading one is left, because no version begins with `+`. How many pairs, and
 * how long the sides may be, is for the caller to limit.
 */
export function parseItemsQuery(text: string): ItemsQuery {
  const items: CheckItem[] = [];
  for (const pair of text.split(',')) {
    const at = splitAt(pair);
    if (at === -1) {
      return { fault: `items[${items.length}] must be product@version, for example nodejs@20.11.1` };
    }
    items.push({ product: pair.slice(0, at), version: withPlus(pair.slice(at + 1)) });
  }
  return { items };
}

/** The last `@` with something on both sides, or -1. */
function splitAt(pair: string): number {
  const at = pair.lastIndexOf('@', pair.length - 2);
  return at > 0 ? at : -1;
}

function withPlus(version: string): string {
  const text = version.trimStart();
  return version.slice(0, version.length - text.length) + text.replaceAll(' ', '+');
}
