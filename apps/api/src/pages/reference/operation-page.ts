import { html, type Html } from '@stackcheck/pictures/markup';
import { page } from '../../layout/page';
import { codeBlock, jsonExcerpt, shellWord, withCode } from '../../layout/parts';
import type { ApiDescription, DescribedOperation, DescribedParameter } from './api-description';
import { fieldsTable } from './fields-table';
import { table } from '../../layout/table';

const EXAMPLE_LINES_MAX = 60;

/** One route: what it does, what it takes, what it answers. */
export function operationPage(operation: DescribedOperation, description: ApiDescription, baseUrl: string): string {
  const { method, path, summary, requestBody, 'x-payment-info': payment } = operation;
  const parameters = (operation.parameters ?? []).map((each) => description.resolve(each));
  const body = requestBody?.content['application/json'];
  const success = operation.responses['200'];
  const [type, answer] = Object.entries((success && description.resolve(success).content) ?? {})[0] ?? [];
  return page({
    title: `${method} ${path}`,
    description: summary,
    path: '/docs/api',
    body: html`<p class="small"><a href="/docs/api">API reference</a></p>
      <h1>${summary}</h1>
      <p class="lead">
        <code>${method} ${path}</code> · ${payment === undefined ? 'free' : `${payment.price.amount} USD a call`}
      </p>
      <p>${withCode(operation.description)}</p>
      ${codeBlock('A call', curl(operation, parameters, baseUrl, body?.example))}
      ${parameters.length === 0 ? '' : parametersTable(parameters)}
      ${
        body?.schema === undefined
          ? ''
          : html`<h2 id="body">Body</h2>
              ${fieldsTable('Members of the body', body.schema, description)}`
      }
      <h2 id="answer">Answer</h2>
      ${type === undefined ? '' : html`<p><code>${type}</code></p>`}
      ${answer?.example === undefined ? '' : codeBlock('An answer', jsonExcerpt(answer.example, EXAMPLE_LINES_MAX))}
      ${answer?.schema === undefined ? '' : fieldsTable('Members of the answer', answer.schema, description)}
      ${statusesTable(operation, description)}`,
  });
}

function curl(
  { method, path }: DescribedOperation,
  parameters: readonly DescribedParameter[],
  baseUrl: string,
  body: unknown,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(parameters.find((each) => each.in === 'path' && each.name === name)?.example ?? name)),
  );
  const query = parameters
    .filter((each) => each.in === 'query' && each.required === true && each.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  const target = `${baseUrl}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  if (method === 'GET') return `curl -i ${shellWord(target)}`;
  return `curl -i -X ${method} ${shellWord(target)} \\\n  -H 'Content-Type: application/json' \\\n  -d ${shellWord(JSON.stringify(body ?? {}))}`;
}

function parametersTable(parameters: readonly DescribedParameter[]): Html {
  return html`<h2 id="parameters">Parameters</h2>
    ${table(
      'Parameters and headers',
      ['Name', 'In', 'Meaning'],
      parameters.map(
        (each) =>
          html`<tr>
            <th scope="row"><code>${each.name}</code></th>
            <td class="word" data-label="In">${each.in}${each.required === true ? ', required' : ''}</td>
            <td data-label="Meaning">${withCode(each.description ?? '')}</td>
          </tr> `,
      ),
    )}`;
}

function statusesTable({ responses }: DescribedOperation, description: ApiDescription): Html {
  return html`<h2 id="statuses">Statuses</h2>
    ${table(
      'What it may answer; errors are never charged',
      ['Status', 'When'],
      Object.entries(responses).map(
        ([status, response]) =>
          html`<tr>
            <th scope="row">${status}</th>
            <td data-label="When">${withCode(description.resolve(response).description ?? '')}</td>
          </tr> `,
      ),
    )}`;
}
