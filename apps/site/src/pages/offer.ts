import { showAnswer } from '../answer/show-answer';
import { found } from '../dom/element';
import { keptAnswers } from '../wallet/kept-answers';
import { openPanel, resumeInto } from '../wallet/panel';

const panel = found('wallet', HTMLElement);
const place = found('paid', HTMLElement);
const url = panel.dataset['url'] ?? '';
// A payment goes to this host: an offer of another address is only shown.
if (new URL(url).origin === location.origin) {
  openPanel(panel, { request: () => ({ url }), show: (answer) => showAnswer(answer) });
  const [last] = keptAnswers(localStorage, 'GET', url);
  if (last !== undefined) place.replaceChildren(showAnswer(last));
  void resumeInto(panel, url, { place, show: (answer) => showAnswer(answer) });
}
