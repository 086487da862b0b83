import { element, found } from '../dom/element';
import { sentenceOf } from '../dom/run';
import { readImage, type ListedProduct } from '../image/read-image';
import { shownImage } from '../image/shown-image';

const field = found('image', HTMLInputElement);
const place = found('live', HTMLElement);
const asked = field.value;
let products: readonly ListedProduct[] = [];

field.addEventListener('input', show);
field.addEventListener('focus', () => void loadNames(), { once: true });

/** What is typed, as it is read; nothing for what the server was asked, since its report is below. */
function show(): void {
  const text = field.value.trim();
  const report = document.getElementById('report');
  if (report) report.hidden = field.value !== asked;
  if (text === '' || field.value === asked) return place.replaceChildren();
  const read = readImage(text, products);
  place.replaceChildren('fault' in read ? element('p', { class: 'big' }, sentenceOf(read.fault)) : shownImage(read));
}

/** The names of all products, which are free; without them a reference is read as well, but not what its repository ships. */
async function loadNames(): Promise<void> {
  try {
    const response = await fetch('/v1/eol/index');
    ({ products } = (
      (await response.json()) as { readonly data: { readonly products: readonly ListedProduct[] } }
    ).data);
    show();
  } catch {
    // What needs no names is shown.
  }
}
