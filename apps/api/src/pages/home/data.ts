import type { Manifest } from '@stackcheck/datasets';
import type { RouteDeps } from '../../catalogue/define-route';
import { html, type Html } from '@stackcheck/pictures/markup';
import { fold } from '../../layout/parts';
import { table } from '../../layout/table';

/** Which snapshots are served, and how old they are. */
export function dataSection({ service, nowMs }: Pick<RouteDeps, 'service' | 'nowMs'>): Html {
  const manifests = service.manifests();
  if (manifests.length === 0)
    return html`<h2 id="data">Data</h2>
      <p>No snapshot is loaded yet.</p>`;
  const snapshots = table(
    'Signed snapshots that answers come from now',
    ['Dataset', 'As of', 'Age', 'Records', 'Source'],
    manifests.map((manifest) => row(manifest, nowMs)),
  );
  const days = manifests.map(({ fetched_at }) => fetched_at.slice(0, 10)).sort();
  return html`<h2 id="data">Data</h2>
    ${fold(`${manifests.length} signed snapshots, the oldest of ${days[0] ?? ''}`, snapshots)}`;
}

function row({ dataset, fetched_at, record_count, attribution, starter }: Manifest, nowMs: number): Html {
  const hours = Math.max(0, Math.floor((nowMs - Date.parse(fetched_at)) / 3_600_000));
  return html`<tr>
    <th scope="row"><a href="/v1/${dataset}/manifest">${dataset}</a></th>
    <td data-label="As of"><time datetime="${fetched_at}">${fetched_at.slice(0, 10)}</time></td>
    <td class="number" data-label="Age">${hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`}</td>
    <td class="number" data-label="Records">
      ${record_count.toLocaleString('en-US')}${starter ? ' (starter selection)' : ''}
    </td>
    <td class="small" data-label="Source">${attribution}</td>
  </tr> `;
}
