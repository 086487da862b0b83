import { matchVersion, toEolCycle } from '@stackcheck/eol-core';
import type { IndexedProduct } from '@stackcheck/eol-core/matching';
import { html, type Html } from '@stackcheck/pictures/markup';
import { dayInProse, inDays, statusOf } from '../../layout/parts';
import { anchorOf } from './support';

/** The release cycle of a version, if one is listed. */
export function cycleOf(indexed: IndexedProduct, version: string | undefined): string | undefined {
  return version === undefined ? undefined : matchVersion(indexed, version)?.name;
}

/** Asks for a version, and says what becomes of the one that was asked for. */
export function versionSection(indexed: IndexedProduct, version: string | undefined, today: string): Html {
  const { id, label } = indexed.product;
  return html`<form class="ask" action="/p/${encodeURIComponent(id)}" method="get">
      <label for="version">Is mine supported?</label>
      <input
        id="version"
        name="version"
        type="text"
        value="${version ?? ''}"
        maxlength="200"
        placeholder="a version of ${label}"
        required="required"
      />
      <button type="submit">Check</button>
    </form>
    ${version === undefined ? '' : answerOf(indexed, version, today)}`;
}

function answerOf(indexed: IndexedProduct, version: string, today: string): Html {
  const { label } = indexed.product;
  const found = matchVersion(indexed, version);
  if (found === undefined)
    return html`<p class="big" role="status">“${version}” is in no listed release cycle of ${label}.</p>`;
  const { cycle, status, eol, days_until_eol: days } = toEolCycle(found, today);
  const when = eol === null ? 'no end is announced' : status === 'eol' ? 'it ended on ' : 'until ';
  return html`<p class="big" role="status">
    ${label} ${version} is in release cycle <a href="#${anchorOf(cycle)}">${cycle}</a>: ${statusOf(status)},
    ${when}${eol === null ? '' : html`${dayInProse(eol)}, ${inDays(days ?? 0)}`}.
  </p>`;
}
