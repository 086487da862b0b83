import type { EolCycle, Product } from '@stackcheck/eol-core';
import { timelineSvg } from '@stackcheck/pictures';
import { html, type Html } from '@stackcheck/pictures/markup';
import { codeBlock, dayInProse, dayOf, inDays, statusOf } from '../../layout/parts';
import { anchorOf, drawnCycles, nameOf, supportOf } from './support';

/** Which versions are supported: as a sentence, as a timeline and as a table. */
export function shownProduct(product: Product, cycles: readonly EolCycle[], today: string): Html {
  return html`<p class="lead">${answerOf(product, cycles)}</p>
    ${timelineFigure(product, cycles, today)} ${cyclesTable(product, cycles)}`;
}

function answerOf({ label }: Product, cycles: readonly EolCycle[]): Html {
  const supported = cycles.filter(({ status }) => status === 'supported');
  const security = cycles.filter(({ status }) => status === 'security-only');
  const next = [...supported, ...security]
    .filter(({ days_until_eol: days }) => days !== null && days >= 0)
    .sort((a, b) => (a.days_until_eol ?? 0) - (b.days_until_eol ?? 0))[0];
  if (supported.length + security.length === 0) return html`No listed version of ${label} is supported any more.`;
  return html`${supported.length === 0 ? '' : html`Supported today: ${listOf(supported)}.`}
  ${security.length === 0 ? '' : html`Security fixes only: ${listOf(security)}.`}
  ${next?.eol ? html`Next to end: <strong>${next.cycle}</strong> on ${dayInProse(next.eol)}, ${inDays(next.days_until_eol ?? 0)}.` : ''}`;
}

function listOf(cycles: readonly EolCycle[]): Html {
  return html`${cycles.map((cycle, at) => html`${at === 0 ? '' : ', '}<a href="#${anchorOf(cycle.cycle)}">${cycle.cycle}</a>`)}`;
}

function timelineFigure({ label }: Product, cycles: readonly EolCycle[], today: string): Html {
  const drawn = drawnCycles(cycles);
  const drawing = { cycles: drawn.map(supportOf), day: today, title: `Support of ${label}` };
  const [wide, narrow] = [
    timelineSvg(drawing),
    timelineSvg({ ...drawing, isNarrow: true, idPrefix: 'timeline-narrow' }),
  ];
  if (wide === undefined) return html``;
  return html`<figure>
    <div class="wide">${wide}</div>
    <div class="narrow">${narrow ?? ''}</div>
    <figcaption class="key">
      <span><i class="k-active"></i>active support</span><span><i class="k-security"></i>security fixes</span
      ><span><i class="k-extended"></i>extended support, bought</span
      ><span><i class="k-today"></i>today, ${today}</span>
      ${drawn.length < cycles.length ? html`<span>older cycles are in the table</span>` : ''}
    </figcaption>
  </figure>`;
}

function cyclesTable({ label }: Product, cycles: readonly EolCycle[]): Html {
  return html`<h2 id="cycles">Release cycles</h2>
    <table class="rows cycles">
      <caption>
        Support of each release cycle of ${label}, newest first
      </caption>
      <thead>
        <tr>
          <th scope="col">Cycle</th>
          <th scope="col">Today</th>
          <th scope="col">Released</th>
          <th scope="col">Active support until</th>
          <th scope="col">End of life</th>
          <th scope="col">Latest</th>
        </tr>
      </thead>
      <tbody>
        ${cycles.map(cycleRow)}
      </tbody>
    </table>`;
}

function cycleRow(cycle: EolCycle): Html {
  const { days_until_eol: days, latest, latest_date: latestDate } = cycle;
  return html`<tr id="${anchorOf(cycle.cycle)}">
    <th scope="row">${nameOf(cycle)}</th>
    <td data-label="Today">${statusOf(cycle.status)}</td>
    <td data-label="Released">${dayOf(cycle.release_date)}</td>
    <td data-label="Active until">${dayOf(cycle.support_until, '–')}</td>
    <td data-label="End of life">
      ${dayOf(cycle.eol)}${days === null ? '' : html` <span class="soft small">${inDays(days)}</span>`}
    </td>
    <td data-label="Latest">
      ${latest ?? '–'}${latestDate === null ? '' : html` <span class="soft small">${latestDate}</span>`}
    </td>
  </tr> `;
}

/** The badge of its newest cycle, the calendar, the feed and the call. */
export function takeItSection({ id, label }: Product, newest: EolCycle | undefined, baseUrl: string): Html {
  const badge = newest && `/badge/${encodeURIComponent(id)}/${encodeURIComponent(newest.cycle)}.svg`;
  return html`<h2 id="take">Take it with you</h2>
    ${
      badge === undefined
        ? ''
        : html`<h3>Badge</h3>
            <img class="badge" src="${badge}" alt="Badge of ${label} ${newest?.cycle ?? ''}" height="20" />
            ${codeBlock('Badge in Markdown', `[![${label}](${baseUrl}${badge})](${baseUrl}/p/${id})`)}`
    }
    <h3>Calendar and feed</h3>
    <p>
      <a href="/p/${id}.ics">Calendar of the ends</a> (iCalendar, to subscribe to) ·
      <a href="/p/${id}.atom">Feed of releases and ends</a> (Atom)
    </p>
    <h3>Call</h3>
    ${codeBlock('The paid call', `curl -i ${baseUrl}/v1/eol/${id}`)}`;
}
