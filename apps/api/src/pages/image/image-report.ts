import { ServiceError } from '@stackcheck/contract';
import type { ImageComponent, ImageReport } from '@stackcheck/eol-core/images';
import { tagRoles } from '@stackcheck/image-parser';
import { html, type Html } from '@stackcheck/pictures/markup';
import { eolImage } from '@stackcheck/queries/eol';
import type { RouteDeps } from '../../catalogue/define-route';
import { dayOf, statusOf } from '../../layout/parts';
import { table } from '../../layout/table';

const ROLES: Readonly<Record<ImageComponent['role'], string>> = {
  image: 'what the repository ships',
  runtime: 'runtime named by the tag',
  base_os: 'base system named by the tag',
};

/** What an image reference consists of, with the support of those parts that the free pages show. */
export function imageReport(image: string, deps: RouteDeps): Html {
  const report = ask(image, deps);
  if ('message' in report)
    return html`<p class="big" role="status">Not read: ${report.message}.</p>
      ${report.suggestions.length > 0 ? html`<p>Listed: ${report.suggestions.join(', ')}</p>` : ''}`;
  return html`<p class="big" role="status">${referenceOf(report)}</p>
    ${partsTable(report, deps)}`;
}

function ask(
  image: string,
  deps: RouteDeps,
): ImageReport | { readonly message: string; readonly suggestions: readonly string[] } {
  try {
    return eolImage.answer({ image }, deps);
  } catch (error) {
    if (!(error instanceof ServiceError) || !['bad_request', 'unknown_id'].includes(error.code)) throw error;
    return { message: error.detail.message ?? error.code, suggestions: error.detail.suggestions ?? [] };
  }
}

/** The reference with each part of it in the colour of its role; the table names the role in words. */
function referenceOf({ registry, repository, tag, digest, components }: ImageReport): Html {
  return html`<code
    ><span class="part none">${registry}/</span><span class="part image">${repository}</span>${
      tag === null ? '' : html`<span class="part none">:</span>${tagParts(tag, components)}`
    }${digest === null ? '' : html`<span class="part none">@${digest}</span>`}</code
  >`;
}

function tagParts(tag: string, components: readonly ImageComponent[]): readonly Html[] {
  const named = components.map(({ match, ...component }) => ({ ...component, codename: match?.codename ?? null }));
  return tagRoles(tag, named).map(({ text, role }) => html`<span class="part ${role ?? 'none'}">${text}</span>`);
}

function partsTable({ components }: ImageReport, deps: RouteDeps): Html {
  return table(
    'Parts of the image; support of well-known products is shown, that of others is sold',
    ['Part', 'Product', 'Version', 'Today', 'End of life'],
    components.map((component) => partRow(component, deps)),
  );
}

function partRow({ role, resolved, product, label, version, match }: ImageComponent, { service }: RouteDeps): Html {
  const id = resolved ?? product;
  const isShown = id !== null && service.previews(id);
  return html`<tr>
    <th scope="row">
      <span class="part ${role}">${role.replace('_', ' ')}</span> <span class="soft small">${ROLES[role]}</span>
    </th>
    <td data-label="Product">
      ${resolved === undefined ? (product ?? 'not known') : html`<a href="/p/${encodeURIComponent(resolved)}">${label ?? resolved}</a>`}
    </td>
    <td data-label="Version">${version ?? 'none named'}</td>
    <td data-label="Today">
      ${match === undefined ? html`<span class="status unknown">not known</span>` : isShown ? statusOf(match.status) : html`<span class="soft">sold per call</span>`}
    </td>
    <td data-label="End of life">${match !== undefined && isShown ? dayOf(match.eol) : '–'}</td>
  </tr> `;
}
