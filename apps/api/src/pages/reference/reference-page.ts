import { html, type Html } from '@stackcheck/pictures/markup';
import { page } from '../../layout/page';
import type { ApiDescription, DescribedOperation } from './api-description';
import { table } from '../../layout/table';

/** All routes by family, with their prices. */
export function referencePage(description: ApiDescription): string {
  const groups = description.tags
    .filter(({ name }) => name !== 'paid' && name !== 'free')
    .flatMap((tag) => {
      const operations = description.operations.filter(
        ({ tags }) => tags.find((name) => name !== 'paid' && name !== 'free') === tag.name,
      );
      return operations.length === 0 ? [] : [group(tag, operations)];
    });
  return page({
    title: 'API reference',
    description: 'Every route of stackcheck with its price, parameters, answer and errors.',
    path: '/docs/api',
    body: html`<h1>API reference</h1>
      <p class="lead">Every route, made of the same description that programs read.</p>
      <p>
        <a href="/openapi.json">OpenAPI 3.1</a> · <a href="/llms.txt">for language models</a> ·
        <a href="/402">how a call is paid</a> · <a href="/docs/errors">every error</a>
      </p>
      ${groups}`,
  });
}

function group(
  { name, description }: { readonly name: string; readonly description: string },
  operations: readonly DescribedOperation[],
): Html {
  return html`<h2 id="${name}">${description.replace(/\.$/, '')}</h2>
    ${table(
      html`Routes of the family ${name}`,
      ['Route', 'What it does', 'Price'],
      operations.map(
        ({ operationId, method, path, summary, 'x-payment-info': payment }) =>
          html`<tr>
            <th scope="row">
              <a href="/docs/api/${operationId}"><code>${method} ${path}</code></a>
            </th>
            <td>${summary}</td>
            <td class="number">${payment === undefined ? 'free' : `${payment.price.amount} USD`}</td>
          </tr> `,
      ),
      'routes',
    )}`;
}
