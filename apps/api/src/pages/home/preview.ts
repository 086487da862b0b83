import { toEolCycle, type EolCycle } from '@stackcheck/eol-core';
import { html, type Html } from '@stackcheck/pictures/markup';
import type { EolView } from '../../catalogue/define-route';
import { dayOf, fold, inDays } from '../../layout/parts';
import { DEMO_PRODUCTS } from '../preview';
import { table } from '../../layout/table';

/** Well-known products that the free pages show: what is supported of each, and what ends next. */
export function previewSection(eol: EolView, today: string, shown: (product: string) => boolean): Html {
  const rows = DEMO_PRODUCTS.filter(shown).flatMap((id) => {
    const product = eol.index.products.get(id)?.product;
    return product
      ? [
          previewRow(
            id,
            product.label,
            product.cycles.map((cycle) => toEolCycle(cycle, today)),
          ),
        ]
      : [];
  });
  if (rows.length === 0) return html``;
  const more = rows.slice(SHOWN_MAX);
  return html`<h2 id="free">Free to look at</h2>
    ${supportTable('What is supported today of well-known products; each page has all of it, as a timeline, a calendar and a feed', rows.slice(0, SHOWN_MAX))}
    ${more.length === 0 ? '' : fold(`${more.length} more products`, supportTable('The same of more products', more))}`;
}

/** The rest is opened by who wants it: each takes a quarter of a small screen. */
const SHOWN_MAX = 3;

function supportTable(caption: string, rows: readonly Html[]): Html {
  return table(caption, ['Product', 'Supported', 'Security fixes only', 'Ends next'], rows);
}

function previewRow(id: string, label: string, cycles: readonly EolCycle[]): Html {
  const of = (wanted: EolCycle['status']) => cycles.filter(({ status }) => status === wanted);
  const [supported, security] = [of('supported'), of('security-only')];
  const next = [...supported, ...security]
    .filter(({ eol }) => eol !== null)
    .sort((a, b) => (a.days_until_eol ?? 0) - (b.days_until_eol ?? 0))[0];
  return html`<tr>
    <th scope="row"><a href="/p/${id}">${label}</a></th>
    <td data-label="Supported">${versions(supported, 'supported')}</td>
    <td data-label="Security fixes only">${versions(security, 'security-only')}</td>
    <td data-label="Ends next">
      ${next === undefined ? html`<span class="soft">no day announced</span>` : html`<strong>${next.cycle}</strong> on ${dayOf(next.eol)} <span class="aside">${inDays(next.days_until_eol ?? 0)}</span>`}
    </td>
  </tr> `;
}

function versions(cycles: readonly EolCycle[], status: string): Html {
  if (cycles.length === 0) return html`<span class="soft">–</span>`;
  return html`<ul class="versions">
    ${cycles.map(({ cycle }) => html`<li class="${status}">${cycle}</li> `)}
  </ul>`;
}
