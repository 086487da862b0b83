import { type Html, html, onOneLine } from '@stackcheck/pictures/markup';
import type { AcceptedFinding, Finding, Outcome } from '../../outcome';
import { nothingJudgedText } from '../../text/counts';
import { shownComponent } from '../../text/finding-texts';
import { ageText, provenanceText } from '../../text/provenance';
import { counted, countOf } from '../../text/words';
import type { ReportFormat } from '../report-format';
import { cyclesSection } from './cycles-section';
import { findingsSection, findingsTable } from './findings-table';
import { timeOf } from './shared-parts';
import { STYLE } from './style';

/** One page that needs nothing else: no script, no file, no network; for light, dark, paper and narrow screens. */
export const HTML_FORMAT: ReportFormat = {
  id: 'html',
  label: 'one self-contained HTML page',
  mediaType: 'text/html',
  extension: '.html',
  write: (outcome) => `${pageOf(outcome).text}\n`,
};

/** Nothing is loaded and nothing runs, whatever a text holds. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

function pageOf(outcome: Outcome): Html {
  const { verdict, day, findings, accepted, known, notices, cycles } = outcome;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>stackcheck: ${verdict}, ${day}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <main>
          <h1>stackcheck: <span class="${verdict}">${verdict}</span></h1>
          <p class="soft">Support as of ${timeOf(day)}.</p>
          ${countsOf(outcome)} ${findingsSection('Findings', 'findings', findings, 'Nothing was found that counts.')}
          ${cycles.length === 0 ? '' : cyclesSection(outcome)} ${accepted.length === 0 ? '' : acceptedSection(accepted)}
          ${known.length === 0 ? '' : knownSection(known)}
          ${
            notices.length === 0
              ? ''
              : html`<section aria-labelledby="notes">
                  <h2 id="notes">Notes</h2>
                  <ul>
                    ${notices.map((notice) => html`<li>${onOneLine(notice)}</li>`)}
                  </ul>
                </section>`
          }
          ${dataSection(outcome)}
        </main>
      </body>
    </html>`;
}

function countsOf({ summary }: Outcome): Html {
  const nothing = nothingJudgedText(summary);
  if (nothing !== undefined) return html`<p><strong>${nothing}</strong></p>`;
  const counts = [
    [summary.files, 'file'],
    [summary.packages, 'package'],
    [summary.images, 'image'],
    [summary.products, 'product'],
    ...(summary.cves === undefined ? [] : [[summary.cves, 'CVE'] as const]),
  ] as const;
  const apart = summary.apart > 0 ? [html`<li><b>${counted(summary.apart)}</b> apart</li>`] : [];
  return html`<ul class="counts">
    ${counts.map(([count, noun]) => html`<li><b>${counted(count)}</b> ${count === 1 ? noun : `${noun}s`}</li>`)}${apart}
  </ul>`;
}

function acceptedSection(accepted: readonly AcceptedFinding[]): Html {
  return html`<section aria-labelledby="accepted">
    <h2 id="accepted">Accepted</h2>
    <ul>
      ${accepted.map(
        ({ finding, until, reason }) =>
          html`<li>
            <strong>${shownComponent(finding.component)}</strong>
            <code>${onOneLine(finding.id)}</code>${until === null ? '' : html`, until ${timeOf(until)}`}:
            ${onOneLine(reason)}
          </li> `,
      )}
    </ul>
  </section>`;
}

function knownSection(known: readonly Finding[]): Html {
  return html`<section aria-labelledby="known">
    <h2 id="known">Known to the baseline</h2>
    <details>
      <summary>${countOf(known.length, 'finding')}</summary>
      ${findingsTable(known)}
    </details>
  </section>`;
}

function dataSection(outcome: Outcome): Html {
  const { snapshots, version } = outcome;
  const age = ageText(outcome);
  return html`<section aria-labelledby="data">
    <h2 id="data">Data</h2>
    <p>${age === '' ? '' : html`The oldest is ${age}; `}${provenanceText(outcome)}.</p>
    <ul>
      ${snapshots.map(({ snapshot_id, as_of, key_id }) => html`<li><code>${onOneLine(snapshot_id)}</code> of ${onOneLine(as_of)}, key <code>${onOneLine(key_id)}</code></li>`)}
    </ul>
    <p class="soft">Written by stackcheck ${onOneLine(version)}.</p>
  </section>`;
}
