import { showAnswer } from '../answer/show-answer';
import { element } from '../dom/element';
import { keptAnswers, type PaidAnswer } from '../wallet/kept-answers';
import { openPanel, resumeInto } from '../wallet/panel';
import { requestKey, type StackRequest } from '@stackcheck/inventory/stack';
import { shownReport } from './shown-report';

/** Lets a wallet pay for the request that `current` gives; the report comes in the place of the panel's result. */
export function openStackPanel(panel: HTMLElement, url: string, current: () => StackRequest): void {
  openPanel(panel, {
    request: () => ({
      url,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: requestKey(current()),
    }),
    show: (answer) => shown(answer, current()),
  });
}

/** What an earlier visit paid for: a payment without its answer is asked about again, then the newest answer is shown. */
export async function showEarlier(
  section: HTMLElement,
  place: HTMLElement,
  panel: HTMLElement,
  url: string,
): Promise<void> {
  const [last] = keptAnswers(localStorage, 'POST', url);
  if (last !== undefined) place.replaceChildren(shown(last));
  section.hidden = last === undefined;
  await resumeInto(panel, url, { place, show: (answer) => shown(answer), begun: () => (section.hidden = false) });
}

/** Places are known of the request that was read on this visit. */
function shown(answer: PaidAnswer, request?: StackRequest): HTMLElement {
  const places = request !== undefined && requestKey(request) === answer.asked ? request.places : {};
  return showAnswer(
    answer,
    shownReport(answer.body, places) ?? element('p', {}, 'The answer is not of a form that this page knows.'),
  );
}
