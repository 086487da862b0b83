import { readSettleResponse } from '@stackcheck/payment-x402/wire';
import { element, status } from '../dom/element';
import { writeSavedAnswer } from '../verify/saved-answer';
import type { PaidAnswer } from '../wallet/kept-answers';

const CHARS_SHOWN = 100_000;

/**
 * A paid answer: what was paid, whether it is genuine, what it says, and a file of it.
 * @param report what it says to a person, above the JSON
 */
export function showAnswer(answer: PaidAnswer, report: Node | null = null): HTMLElement {
  const { headers, body, at } = answer;
  const receipt = readSettleResponse(headers['payment-response'] ?? '');
  const paid = element(
    'p',
    { class: 'small soft' },
    `Paid ${at.slice(0, 16).replace('T', ' ')} UTC`,
    receipt.ok && receipt.value.transaction !== ''
      ? element('span', {}, ' in transaction ', element('code', {}, receipt.value.transaction))
      : null,
  );
  const proof = element('div', { 'aria-busy': 'true' }, element('p', {}, status('Being verified', 'unknown')));
  void proveInto(proof, answer);
  const raw = element(
    'pre',
    { tabindex: '0', role: 'region', 'aria-label': 'The answer' },
    element('code', {}, textOf(body)),
  );
  const genuine = element('div', {}, element('h3', {}, 'Is it genuine?'), proof);
  const came = element(
    'details',
    report === null ? { open: '' } : {},
    element('summary', {}, 'The answer as it came'),
    raw,
  );
  // Without a report, the answer itself is what was bought.
  const parts = report === null ? [came, genuine] : [report, genuine, came];
  return element('div', { class: 'answer' }, ...parts, paid, download(answer));
}

/** Verification is fetched when there is something to verify. */
async function proveInto(place: HTMLElement, answer: PaidAnswer): Promise<void> {
  try {
    const { shownProof } = await import('../verify/shown-proof');
    place.replaceChildren(await shownProof(answer, answer.url));
  } catch {
    place.replaceChildren(element('p', {}, 'It cannot be verified here now. Save it, and verify it later.'));
  }
  place.removeAttribute('aria-busy');
}

function download({ url, ...answer }: PaidAnswer): HTMLElement {
  const name = `${new URL(url).pathname.split('/').filter(Boolean).join('-')}.txt`;
  const href = URL.createObjectURL(writeSavedAnswer(answer));
  return element('p', {}, element('a', { href, download: name }, 'Save the answer with its receipt'));
}

/** JSON in lines; what is none, or too long to read, as far as it goes. */
function textOf(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, CHARS_SHOWN));
  if (body.length > CHARS_SHOWN) return `${text}\n…`;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
