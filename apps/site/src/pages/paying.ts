import { found } from '../dom/element';
import { run } from '../dom/run';
import { askUnpaid } from '../inspect/ask-unpaid';
import { readOffer } from '../inspect/read-offer';
import { shownOffer, type Meanings } from '../inspect/shown-offer';

const form = found('inspect', HTMLFormElement);
const calls = found('call', HTMLSelectElement);
const pasted = found('offer', HTMLTextAreaElement);

/** What the table of the page says of each field. */
const meanings: Meanings = Object.fromEntries(
  [...document.querySelectorAll('tr[data-field]')].map((row) => [
    row.getAttribute('data-field'),
    row.lastElementChild?.textContent ?? '',
  ]),
);

form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void run(found('run', HTMLButtonElement), found('inspected', HTMLElement), inspect);
});

async function inspect(): Promise<Node> {
  if (pasted.value.trim() !== '') {
    const offer = readOffer(pasted.value);
    if ('fault' in offer) throw new Error(offer.fault);
    return shownOffer(offer, meanings, []);
  }
  const { method = 'GET', body } = calls.selectedOptions[0]?.dataset ?? {};
  const { payTo = '', baseUrl = '' } = form.dataset;
  return askUnpaid({ method, target: calls.value, ...(body !== undefined && { body }) }, { payTo, baseUrl }, meanings);
}
