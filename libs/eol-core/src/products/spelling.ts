import type { Product } from './product';

/** One way to write a product, prepared for comparison with what a caller wrote. */
export interface Spelling {
  readonly productId: string;
  /** Lower-cased letters and digits only: `Node.js` and `node-js` are both `nodejs`. */
  readonly squashed: string;
  readonly words: readonly string[];
}

/** The id, the aliases and the display name of every product as spellings, without repetitions. */
export function* spellingsOf(products: readonly { readonly product: Product }[]): Generator<Spelling, void, void> {
  for (const { product } of products) {
    const bySquashed = new Map<string, Spelling>();
    for (const name of [product.id, ...product.aliases, product.label]) {
      const spelling = spell(product.id, name);
      if (spelling.squashed !== '' && !bySquashed.has(spelling.squashed)) bySquashed.set(spelling.squashed, spelling);
    }
    yield* bySquashed.values();
  }
}

/**
 * Prepares one text for comparison. Symbols that are spoken where the name is said count as their words, since a name without them is
 * another one: `C++` is not `C`, and `.NET` is `dotnet`.
 */
export function spell(productId: string, text: string): Spelling {
  const words = spoken(text.toLowerCase())
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return { productId, squashed: words.join(''), words };
}

function spoken(text: string): string {
  if (!/[.+#&]/.test(text)) return text;
  return text
    .replaceAll('+', ' plus ')
    .replaceAll('#', ' sharp ')
    .replaceAll('&', ' and ')
    .replace(/(?<![^\s(/])\.(?=\p{L})/gu, 'dot');
}
