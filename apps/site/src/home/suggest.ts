import { element } from '../dom/element';

interface ProductIndex {
  readonly data: { readonly products: readonly { readonly product: string; readonly label: string }[] };
}

/** Suggests the names of all products while one is typed. They are loaded when the field is entered; without them the search works as well. */
export function suggest(field: HTMLInputElement): void {
  const names = element('datalist', { id: 'names' });
  field.after(names);
  field.setAttribute('list', names.id);
  field.addEventListener(
    'focus',
    () => {
      void fetch('/v1/eol/index')
        .then((response) => response.json() as Promise<ProductIndex>)
        .then(({ data }) =>
          names.append(...data.products.map(({ product, label }) => element('option', { value: product }, label))),
        )
        .catch(() => undefined);
    },
    { once: true },
  );
}
