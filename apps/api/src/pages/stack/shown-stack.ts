import type { FileInventory } from '@stackcheck/inventory';
import type { ReadStack, StackRequest } from '@stackcheck/inventory/stack';
import { html, type Html } from '@stackcheck/pictures/markup';
import type { RouteDeps } from '../../catalogue/define-route';
import { codeBlock } from '../../layout/parts';

const ROWS_MAX = 60;
const REQUESTS_SHOWN = 4;

/** What was read of a text, what a check of it costs, and the requests to send: all that the script of the page shows, too. */
export function shownStack({ files, unknown }: ReadStack, requests: readonly StackRequest[], deps: RouteDeps): Html {
  return html`<h2 id="read">What was read</h2>
    ${
      unknown.length === 0
        ? ''
        : html`<p class="big">
            The text is of no kind that is recognised. <a href="#command">The command line</a> reads files by their
            names, too.
          </p>`
    }
    ${files.map((file) => shownFile(file, deps))} ${requests.length === 0 ? '' : quote(requests, deps)}`;
}

function shownFile(file: FileInventory, deps: RouteDeps): Html {
  const { packages, images, products, apart, identified, problems } = file;
  const rows = [
    ...products.map(
      ({ product, version, from, line }) => [productOf(product, version, deps), `product, from ${from}`, line] as const,
    ),
    ...images.map(({ ref, line }) => [imageOf(ref), 'image', line] as const),
    ...packages.map(
      ({ purl, dev, line }) =>
        [html`<code>${purl}</code>`, dev ? 'package, for development' : 'package', line] as const,
    ),
  ];
  const left = [
    ...apart.map(({ name, why, line }) => [html`${name}`, why.replaceAll('_', ' '), line] as const),
    ...identified.map(
      ({ name, version, line }) =>
        [
          html`${[name, version].filter((each) => each !== null).join(' ')}`,
          'identified by CPE or as a system',
          line,
        ] as const,
    ),
  ];
  return html`<p>
      ${counted(packages.length, 'package')}, ${counted(images.length, 'image')},
      ${counted(products.length, 'product')}; read as ${file.format}.
    </p>
    ${problems.map(({ message, line }) => html`<p class="problem">Not read${line === undefined ? '' : `, line ${line}`}: ${message.replace(/\.$/, '')}.</p> `)}
    ${rows.length === 0 ? '' : table('Found', 'Kind', rows)}
    ${
      left.length === 0
        ? ''
        : html`<details>
            <summary>${left.length.toLocaleString('en-US')} read and not asked about</summary>
            ${table('Not asked about', 'Why', left)}
          </details>`
    }`;
}

type Row = readonly [Html, string, number | undefined];

function table(caption: string, second: string, rows: readonly Row[]): Html {
  const more = rows.length - ROWS_MAX;
  return html`<table class="rows">
      <caption>
        ${caption}${more > 0 ? `, the first ${ROWS_MAX}` : ''}
      </caption>
      <thead>
        <tr>
          <th scope="col">Component</th>
          <th scope="col">${second}</th>
          <th scope="col">Line</th>
        </tr>
      </thead>
      <tbody>
        ${rows.slice(0, ROWS_MAX).map(
          ([component, kind, line]) =>
            html`<tr>
              <th scope="row">${component}</th>
              <td data-label="${second}">${kind}</td>
              <td data-label="Line">${line ?? '–'}</td>
            </tr> `,
        )}
      </tbody>
    </table>
    ${more > 0 ? html`<p class="soft">and ${more.toLocaleString('en-US')} more</p>` : ''}`;
}

/** Of a product that is listed, its page says what becomes of the version, as far as that is free. */
function productOf(product: string, version: string | null, { peek }: RouteDeps): Html {
  const listed = peek('eol')?.index.products.find(product)?.product.id;
  const words = [product, version].filter((each) => each !== null).join(' ');
  if (listed === undefined) return html`${words}`;
  const query = version === null ? '' : `?version=${encodeURIComponent(version)}`;
  return html`<a href="/p/${encodeURIComponent(listed)}${query}">${words}</a>`;
}

function imageOf(ref: string): Html {
  return html`<a href="/image?image=${encodeURIComponent(ref)}"><code>${ref}</code></a>`;
}

function quote(requests: readonly StackRequest[], { service, baseUrl }: RouteDeps): Html {
  const route = service.routes.find(({ operationId }) => operationId === 'service_stack_check');
  if (route === undefined) return html``;
  const price = service.priceUsd(route);
  const total = (Number(price) * requests.length).toFixed(2);
  const url = `${baseUrl}${route.path}`;
  return html`<h2 id="cost">What a check costs</h2>
    <p class="big">
      ${counted(requests.length, 'request')} at ${price} USD: <strong>${total} USD</strong>. Errors are never charged.
    </p>
    ${requests.slice(0, REQUESTS_SHOWN).map(
      ({ body }, at) =>
        html`<details ${at === 0 ? html` open="open"` : ''}>
          <summary>Request ${at + 1} of ${requests.length}, with curl</summary>
          ${codeBlock(`Request ${at + 1}`, `curl -i '${url}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`)}
        </details> `,
    )}
    ${
      requests.length > REQUESTS_SHOWN
        ? html`<p>
            Each asks about 50 packages. <a href="#command">The command line</a> sends all of them, or checks offline.
          </p>`
        : ''
    }`;
}

function counted(count: number, word: string): string {
  return `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;
}
