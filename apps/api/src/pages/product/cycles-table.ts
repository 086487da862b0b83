import type { EolCycle, Product } from '@stackcheck/eol-core';
import { html, type Html } from '@stackcheck/pictures/markup';
import { dayOf, fold, inAbout, statusOf } from '../../layout/parts';
import { table } from '../../layout/table';
import { anchorOf, nameOf } from './support';

/** As many that have ended are not worth a click. */
const ENDED_SHOWN_MAX = 3;

/**
 * The release cycles as a table, newest first. Where many have ended, they are folded, so that what is still supported is seen at once; the
 * fold is open where the cycle that was asked for is in it, and where there is nothing else.
 * @param asked name of a cycle that the page speaks of
 */
export function cyclesTable({ label }: Product, cycles: readonly EolCycle[], asked?: string): Html {
  const ended = cycles.filter(({ status }) => status === 'eol');
  const alive = cycles.filter(({ status }) => status !== 'eol');
  const heading = html`<h2 id="cycles">Release cycles</h2>`;
  if (alive.length === 0 || ended.length <= ENDED_SHOWN_MAX)
    return html`${heading} ${tableOf(`Support of each release cycle of ${label}, newest first`, cycles)}`;
  const isOpen = ended.some(({ cycle }) => cycle === asked);
  return html`${heading} ${tableOf(`Supported release cycles of ${label}`, alive)}
  ${fold(`${ended.length} release cycles that have ended`, tableOf(`Ended release cycles of ${label}`, ended), isOpen)}`;
}

function tableOf(caption: string, cycles: readonly EolCycle[]): Html {
  const isLatestKnown = cycles.some(({ latest }) => latest !== null);
  const heads = [
    'Cycle',
    'Today',
    'Released',
    'Active support until',
    'End of life',
    ...(isLatestKnown ? ['Latest'] : []),
  ];
  return table(
    caption,
    heads,
    cycles.map((cycle) => row(cycle, isLatestKnown)),
    'cycles',
  );
}

function row(cycle: EolCycle, isLatestKnown: boolean): Html {
  const { days_until_eol: days } = cycle;
  return html`<tr id="${anchorOf(cycle.cycle)}">
    <th scope="row">${nameOf(cycle)}</th>
    <td data-label="Today">${statusOf(cycle.status)}</td>
    <td data-label="Released">${dayOf(cycle.release_date)}</td>
    <td data-label="Active until">${dayOf(cycle.support_until, '–')}</td>
    <td data-label="End of life">
      ${dayOf(cycle.eol)}${days === null ? '' : html` <span class="aside">${inAbout(days)}</span>`}
    </td>
    ${isLatestKnown ? latestOf(cycle) : ''}
  </tr> `;
}

function latestOf({ latest, latest_date: date }: EolCycle): Html {
  if (latest === null) return html`<td class="none">–</td>`;
  return html`<td data-label="Latest">${latest}${date === null ? '' : html` <span class="aside">${date}</span>`}</td>`;
}
