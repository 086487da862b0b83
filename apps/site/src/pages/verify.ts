import { found } from '../dom/element';
import { run } from '../dom/run';
import { readPastedAnswer, readSavedAnswer, type SavedAnswer } from '../verify/saved-answer';
import { shownProof } from '../verify/shown-proof';

const form = found('verify', HTMLFormElement);
const text = found('answer', HTMLTextAreaElement);
const file = found('file', HTMLInputElement);
const manifests = found('manifests', HTMLInputElement);
const url = found('url', HTMLInputElement);
const button = found('run', HTMLButtonElement);
const result = found('result', HTMLElement);

form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void run(button, result, async () => shownProof(await answer(), url.value.trim(), await given()));
});
form.addEventListener('dragover', (event) => event.preventDefault());
form.addEventListener('drop', (event) => {
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  file.files = event.dataTransfer.files;
});

/** The file where one was chosen, since it has the very bytes; else what was pasted. */
async function answer(): Promise<SavedAnswer> {
  const [chosen] = file.files ?? [];
  if (chosen === undefined && text.value.trim() === '') throw new Error('paste an answer or choose its file');
  const read = chosen ? readSavedAnswer(new Uint8Array(await chosen.arrayBuffer())) : readPastedAnswer(text.value);
  if (url.value.trim() === '' && read.url !== undefined) url.value = read.url;
  if (url.value.trim() === '' && read.headers['signature'] !== undefined)
    throw new Error('say which address was asked: the receipt is over it');
  return read;
}

async function given(): Promise<readonly unknown[]> {
  return Promise.all(
    [...(manifests.files ?? [])].map(async (each) => {
      try {
        return JSON.parse(await each.text()) as unknown;
      } catch {
        throw new Error(`${each.name} is no JSON: take it from /v1/{dataset}/manifest`);
      }
    }),
  );
}
