import { type Html, html, onOneLine } from '@stackcheck/pictures/markup';
import { timelineSvg, type SupportCycle } from '@stackcheck/pictures';
import type { CycleInUse, Outcome } from '../../outcome';
import { placesOf, timeOf } from './shared-parts';

/** The release cycles in use: a drawing, and a table with the same days. */
export function cyclesSection({ cycles, day }: Outcome): Html {
  const drawing = timelineSvg({ cycles: cycles.map(supportOf), day, title: 'Support of the release cycles in use' });
  const figure =
    drawing === undefined
      ? ''
      : html`<figure>
          ${drawing}
          <figcaption class="key">
            <span><i class="k-active"></i>active support</span><span><i class="k-security"></i>security support</span
            ><span><i class="k-extended"></i>extended support</span>
          </figcaption>
        </figure>`;
  return html`<section aria-labelledby="cycles">
    <h2 id="cycles">Release cycles in use</h2>
    ${figure}
    <table>
      <caption>
        The same days as a table
      </caption>
      <thead>
        <tr>
          <th scope="col">Cycle</th>
          <th scope="col">Status</th>
          <th scope="col">Released</th>
          <th scope="col">Active until</th>
          <th scope="col">Ends</th>
          <th scope="col">Extended until</th>
          <th scope="col">Where</th>
        </tr>
      </thead>
      <tbody>
        ${cycles.map(cycleRow)}
      </tbody>
    </table>
  </section>`;
}

function supportOf(cycle: CycleInUse): SupportCycle {
  return {
    name: `${cycle.label} ${cycle.cycle}`,
    released: cycle.released,
    activeUntil: cycle.active_until,
    ends: cycle.ends,
    extendedUntil: cycle.extended_until,
    isOver: cycle.status === 'eol',
  };
}

function cycleRow({ label, cycle, status, released, active_until, ends, extended_until, places }: CycleInUse): Html {
  return html`<tr>
    <th scope="row">${onOneLine(`${label} ${cycle}`)}</th>
    <td data-label="Status">${onOneLine(status)}</td>
    <td data-label="Released">${dayOrNone(released)}</td>
    <td data-label="Active until">${dayOrNone(active_until)}</td>
    <td data-label="Ends">${dayOrNone(ends)}</td>
    <td data-label="Extended until">${dayOrNone(extended_until)}</td>
    <td data-label="Where">${placesOf(places)}</td>
  </tr> `;
}

function dayOrNone(day: string | null): Html {
  return day === null ? html`not known` : timeOf(day);
}
