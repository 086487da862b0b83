import { element, found } from '../dom/element';
import { handOver } from '../dom/handed-over';
import { sentenceOf } from '../dom/run';
import { suggest } from '../home/suggest';
import { whereTo } from '../home/where-to';

const form = found('paste', HTMLFormElement);
const text = found('text', HTMLTextAreaElement);
const where = found('where', HTMLElement);

suggest(found('q', HTMLInputElement));

where.textContent = 'Read in this browser, and sent nowhere; a file can be dropped here.';
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const lead = whereTo(text.value);
  if (lead === 'read') read('', text.value);
  else location.assign(lead.href);
});
form.addEventListener('dragover', (event) => event.preventDefault());
form.addEventListener('drop', (event) => {
  const file = event.dataTransfer?.files[0];
  if (file === undefined) return;
  event.preventDefault();
  void file.text().then((content) => read(file.name, content));
});

/** The page of stacks reads it, in this browser as well. */
function read(name: string, content: string): void {
  try {
    handOver({ name, text: content });
    location.assign('/stack');
  } catch (fault) {
    where.replaceChildren(element('strong', { role: 'status' }, sentenceOf(fault)));
  }
}
