import type { EolCycle, Product } from '@stackcheck/eol-core';
import { timelineSvg } from '@stackcheck/pictures';
import { html, type Html } from '@stackcheck/pictures/markup';
import { codeBlock, dayInProse, inDays } from '../../layout/parts';
import { cyclesTable } from './cycles-table';
import { anchorOf, drawnCycles, supportOf } from './support';

/**
 * Which versions are supported: as a sentence, as a timeline and as a table.
 * @param asked name of a cycle that the page speaks of
 */
export function shownProduct(product: Product, cycles: readonly EolCycle[], today: string, asked?: string): Html {
  return html`<p class="lead">${answerOf(product, cycles)}</p>
    ${timelineFigure(product, cycles, today)} ${cyclesTable(product, cycles, asked)}`;
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

/** Only those that are drawn are explained. */
const KINDS = [
  { kind: 'active', words: 'active support' },
  { kind: 'security', words: 'security fixes' },
  { kind: 'extended', words: 'extended support, bought' },
] as const;

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
      ${KINDS.filter(({ kind }) => wide.text.includes(`class="bar-${kind}`)).map(
        ({ kind, words }) => html`<span><i class="k-${kind}"></i>${words}</span>`,
      )}
      ${drawn.length < cycles.length ? html`<span>older cycles are in the table</span>` : ''}
    </figcaption>
  </figure>`;
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
