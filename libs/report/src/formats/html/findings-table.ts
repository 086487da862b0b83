import { type Html, html, onOneLine } from '@stackcheck/pictures/markup';
import type { Finding } from '../../outcome';
import { CODE_TEXTS } from '../../text/code-texts';
import { shownComponent, sentenceText } from '../../text/finding-texts';
import { countOf } from '../../text/words';
import { placesOf } from './shared-parts';

/** Findings under a heading, or a sentence where there are none. */
export function findingsSection(title: string, id: string, findings: readonly Finding[], none: string): Html {
  const body = findings.length === 0 ? html`<p>${none}</p>` : findingsTable(findings);
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body}
  </section>`;
}

/** Findings as a table; on narrow screens each is a block. */
export function findingsTable(findings: readonly Finding[]): Html {
  return html`<table class="findings">
    <caption>
      ${countOf(findings.length, 'finding')}, worst first
    </caption>
    <thead>
      <tr>
        <th scope="col">Level</th>
        <th scope="col">Component</th>
        <th scope="col">Finding</th>
        <th scope="col">Where</th>
      </tr>
    </thead>
    <tbody>
      ${findings.map(findingRow)}
    </tbody>
  </table>`;
}

function findingRow(finding: Finding): Html {
  const { level, code, component, places, others = [], dev } = finding;
  const more = others.map(({ id, severity }) => (severity === null ? id : `${id} (${severity})`));
  return html`<tr>
    <td><span class="level ${level}">${level}</span></td>
    <th scope="row">${shownComponent(component)}</th>
    <td>
      ${sentenceText(finding)}${more.length === 0 ? '' : html`<br /><span class="soft">Also ${onOneLine(more.join(', '))}</span>`}<br /><span
        class="soft"
        >${CODE_TEXTS[code].title}${dev ? ', development' : ''}</span
      >
    </td>
    <td data-label="Where">${placesOf(places)}</td>
  </tr> `;
}
