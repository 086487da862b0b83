import { html, type Html } from '@stackcheck/pictures/markup';
import type { RouteDeps } from '../../catalogue/define-route';
import { codeBlock, shellWord } from '../../layout/parts';
import type { FileRead, FoundEntry, Some, TextRead } from '../../input/texts/read-text';
import { table } from '../../layout/table';

/** What was read of a text, what a check of it costs, and the requests to send: all that the script of the page shows, too. */
export function shownStack(read: TextRead, deps: RouteDeps): Html {
  return html`<h2 id="read">What was read</h2>
    ${
      read.files.length > 0
        ? ''
        : html`<p class="big">
            The text is of no kind that is recognised. <a href="#command">The command line</a> reads files by their
            names, too.
          </p>`
    }
    ${read.files.map((file) => shownFile(file, deps))} ${read.requests === 0 ? '' : quote(read, deps)}`;
}

function shownFile(file: FileRead, deps: RouteDeps): Html {
  const { found, left, problems } = file;
  return html`<p>
      ${counted(file.packages, 'package')}, ${counted(file.images, 'image')}, ${counted(file.products, 'product')}; read
      as ${file.format}.
    </p>
    ${problems.first.map(({ message, line }) => html`<p class="problem">Not read${line === undefined ? '' : `, line ${line}`}: ${message.replace(/\.$/, '')}.</p> `)}
    ${more(problems)}
    ${
      found.count === 0
        ? ''
        : partTable(
            'Found',
            'Kind',
            rowsOf(found, (entry) => foundRow(entry, deps)),
          )
    }
    ${
      left.count === 0
        ? ''
        : html`<details>
            <summary>${left.count.toLocaleString('en-US')} read and not asked about</summary>
            ${partTable(
              'Not asked about',
              'Why',
              rowsOf(left, ({ name, why, line }) => [html`${name}`, why, line]),
            )}
          </details>`
    }`;
}

function foundRow(entry: FoundEntry, deps: RouteDeps): Row {
  const { line } = entry;
  if (entry.kind === 'image') return [imageOf(entry.ref), 'image', line];
  if (entry.kind === 'package')
    return [html`<code>${entry.purl}</code>`, entry.dev ? 'package, for development' : 'package', line];
  return [productOf(entry.product, entry.version, deps), `product, from ${entry.from}`, line];
}

function rowsOf<Entry>({ first, count }: Some<Entry>, row: (entry: Entry) => Row): Some<Row> {
  return { first: first.map(row), count };
}

function more({ first, count }: Some<unknown>): Html {
  const rest = count - first.length;
  return rest > 0 ? html`<p class="soft">and ${rest.toLocaleString('en-US')} more</p>` : html``;
}

type Row = readonly [Html, string, number | undefined];

function partTable(caption: string, second: string, rows: Some<Row>): Html {
  return html`${table(
    html`${caption}${rows.first.length < rows.count ? `, the first ${rows.first.length}` : ''}`,
    ['Component', second, 'Line'],
    rows.first.map(
      ([component, kind, line]) =>
        html`<tr>
          <th scope="row">${component}</th>
          <td data-label="${second}">${kind}</td>
          <td data-label="Line">${line ?? '–'}</td>
        </tr> `,
    ),
  )}
  ${more(rows)}`;
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

function quote({ requests, bodies }: TextRead, { service, baseUrl }: RouteDeps): Html {
  const route = service.routes.find(({ operationId }) => operationId === 'service_stack_check');
  if (route === undefined) return html``;
  const price = service.priceUsd(route);
  const total = (Number(price) * requests).toFixed(2);
  const url = `${baseUrl}${route.path}`;
  return html`<h2 id="total">What a check costs</h2>
    <p class="big">
      ${counted(requests, 'request')} at ${price} USD: <strong>${total} USD</strong>. Errors are never charged.
    </p>
    ${bodies.map(
      (body, at) =>
        html`<details ${at === 0 ? html` open="open"` : ''}>
          <summary>Request ${at + 1} of ${requests}, with curl</summary>
          ${codeBlock(`Request ${at + 1}`, `curl -i ${shellWord(url)} \\\n  -H 'Content-Type: application/json' \\\n  -d ${shellWord(JSON.stringify(body))}`)}
        </details> `,
    )}
    ${
      requests > bodies.length
        ? html`<p>
            Each asks about 50 packages. <a href="#command">The command line</a> sends all of them, or checks offline.
          </p>`
        : ''
    }`;
}

function counted(count: number, word: string): string {
  return `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;
}
