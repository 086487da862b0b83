import { element, found, table } from '../dom/element';
import { takeOver } from '../dom/handed-over';
import { run } from '../dom/run';
import type { GivenFile, ReadStack, StackRequest } from '@stackcheck/inventory/stack';

const form = found('stack', HTMLFormElement);
const text = found('text', HTMLTextAreaElement);
const files = found('files', HTMLInputElement);
const kind = found('kind', HTMLSelectElement);
const dev = found('dev', HTMLInputElement);
const button = found('run', HTMLButtonElement);
const quote = found('quote', HTMLElement);
const part = found('part', HTMLSelectElement);
const url = quote.dataset['url'] ?? '';
// A payment goes to this host alone; there is none to be made where payments are off.
const panel = new URL(url).origin === location.origin ? document.getElementById('wallet') : null;

let requests: readonly StackRequest[] = [];
let isPanelOpen = false;
/** What another page of this tab handed over; what is given here goes before it. */
const handed = takeOver();

found('pick', HTMLElement).hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void run(button, found('found', HTMLElement), read);
});
form.addEventListener('dragover', (event) => event.preventDefault());
form.addEventListener('drop', (event) => {
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  files.files = event.dataTransfer.files;
});
part.addEventListener('change', () => void showRequest());
form.addEventListener('focusin', () => void listKinds(), { once: true });
if (panel !== null && localStorage.getItem('stackcheck.payments') !== null) void earlier(panel);

if (handed !== undefined) {
  text.value = handed.name === '' ? handed.text : '';
  form.requestSubmit();
}

/** The readers come when there is something to read. */
async function read(): Promise<Node> {
  const { readStack, requestsOf } = await import('@stackcheck/inventory/stack');
  const { shownInventory } = await import('../stack/shown-inventory');
  const stack = readStack(await given(), kind.value);
  requests = requestsOf(stack.files, dev.checked);
  await showQuote(stack);
  return shownInventory(stack);
}

async function given(): Promise<readonly GivenFile[]> {
  const chosen = await Promise.all(
    [...(files.files ?? [])].map(async (file) => ({
      name: file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
  if (chosen.length > 0) return chosen;
  const pasted = text.value.trim() === '' ? handed : { name: '', text: text.value };
  if (pasted === undefined) throw new Error('paste an SBOM, a lockfile or a Dockerfile, or choose files');
  return [{ name: pasted.name, bytes: new TextEncoder().encode(pasted.text) }];
}

async function showQuote({ files: read }: ReadStack): Promise<void> {
  quote.hidden = requests.length === 0;
  if (panel !== null) panel.hidden = requests.length === 0;
  if (requests.length === 0) return;
  const price = Number(quote.dataset['price']);
  const components = requests.reduce(
    (sum, { body }) => sum + (body.items ?? []).length + (body.images ?? []).length,
    0,
  );
  const packages = requests.reduce((sum, { body }) => sum + (body.packages ?? []).length, 0);
  const bill = table(
    `Of ${read.length === 1 ? 'one file' : `${read.length} files`}; errors are never charged`,
    ['Asked about', 'Packages', 'Products and images', 'Requests', 'USD each', 'USD'],
    [['The whole stack', packages, components, requests.length, price, (price * requests.length).toFixed(2)]],
  );
  bill.classList.add('figures');
  found('bill', HTMLElement).replaceChildren(bill);
  part.replaceChildren(...requests.map(optionOf));
  found('parts', HTMLElement).hidden = requests.length === 1;
  await showRequest();
  if (panel === null || isPanelOpen) return;
  isPanelOpen = true;
  const { openStackPanel } = await import('../stack/pay');
  openStackPanel(panel, url, current);
}

function optionOf({ body }: StackRequest, at: number): HTMLOptionElement {
  const [packages, others] = [(body.packages ?? []).length, (body.items ?? []).length + (body.images ?? []).length];
  const label = `Request ${at + 1} of ${requests.length}: ${packages} packages, ${others} products and images`;
  return element('option', { value: String(at) }, label);
}

function current(): StackRequest {
  const chosen = requests[Number(part.value)];
  if (chosen === undefined) throw new Error('read a file first');
  return chosen;
}

async function showRequest(): Promise<void> {
  const { shownRequest } = await import('../stack/shown-request');
  found('ready', HTMLElement).replaceChildren(shownRequest(url, current()));
}

async function listKinds(): Promise<void> {
  const { FORMATS } = await import('@stackcheck/inventory');
  kind.append(...FORMATS.map(({ id, label }) => element('option', { value: id }, `${id}: ${label}`.slice(0, 90))));
}

async function earlier(terms: HTMLElement): Promise<void> {
  const { showEarlier } = await import('../stack/pay');
  await showEarlier(found('earlier', HTMLElement), found('last', HTMLElement), terms, url);
}
