import type { EolView } from '../../catalogue/define-route';
import { suggestProducts } from '@stackcheck/eol-core/suggestions';
import { html, type Html } from '@stackcheck/pictures/markup';

const FOUND_MAX = 12;

/** The search for a product, which works without a script; with one, the names are suggested. */
export function searchForm(text: string | undefined): Html {
  return html`<form class="ask" action="/" method="get" role="search">
    <label for="q">Product, or product and version</label>
    <input
      id="q"
      name="q"
      type="search"
      value="${text ?? ''}"
      maxlength="200"
      placeholder="nodejs 18"
      autocomplete="off"
      required="required"
    />
    <button type="submit">Look up</button>
  </form>`;
}

/** What was found of a text. */
export function foundSection(eol: EolView, text: string): Html {
  const found = findProducts(eol, text);
  if (found.length === 0)
    return html`<p class="big" role="status">
      Nothing is listed under “${text}”. <a href="/v1/eol/index">All product ids</a>.
    </p>`;
  return html`<section class="big" role="status">
    <p class="small soft">Found for “${text}”</p>
    <ul class="tags">
      ${found.map(({ id, label, version }) => html`<li><a href="${productAddress(id, version)}">${label}</a></li> `)}
    </ul>
  </section>`;
}

interface Found {
  readonly id: string;
  readonly label: string;
  readonly version: string;
}

/** Products that a text means or resembles, the best first; a version may follow the name after a blank, `@` or `:`. */
function findProducts({ index: { products } }: EolView, text: string): readonly Found[] {
  const [, name = text, version = ''] = /^(.*\S)[\s@:]+v?(\d\S*)$/.exec(text.trim()) ?? [];
  const exact = products.find(text) ?? products.find(name);
  const isWhole = products.find(text) !== undefined;
  const needle = name.toLowerCase();
  const holding = products.products.flatMap(({ product: { id, label } }) =>
    needle.length > 1 && (id.includes(needle) || label.toLowerCase().includes(needle)) ? [id] : [],
  );
  const ids = new Set([...(exact ? [exact.product.id] : []), ...suggestProducts(products, name), ...holding]);
  return [...ids].slice(0, FOUND_MAX).flatMap((id) => {
    const product = products.get(id)?.product;
    return product ? [{ id, label: product.label, version: isWhole ? '' : version }] : [];
  });
}

/** Where the page of a product is; with a version it says what becomes of that. */
function productAddress(id: string, version: string): string {
  const path = `/p/${encodeURIComponent(id)}`;
  return version === '' ? path : `${path}?version=${encodeURIComponent(version)}`;
}
