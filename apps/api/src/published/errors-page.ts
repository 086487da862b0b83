import { ERROR_CODES, errorRow } from '@stackcheck/contract';
import type { Published } from '../catalogue/define-route';
import { html, page } from './html';
import { publish } from '../catalogue/publish';

/** The error table as a page with one anchor per code. */
export function errorsHtml(baseUrl: string): Published {
  const rows = ERROR_CODES.map((code) => {
    const { http, when, next, retryAfterSeconds } = errorRow(code);
    const wait = retryAfterSeconds === undefined ? '' : ` Retry-After: ${retryAfterSeconds} s.`;
    return html`<tr id="${code}">
      <td>
        <a href="#${code}"><code>${code}</code></a>
      </td>
      <td class="number">${http}</td>
      <td>${when}</td>
      <td>${next}${wait}</td>
    </tr> `;
  });
  const body = html`<h1>Errors</h1>
    <p>
      Every error has the body <code>{"error": {"code", "message", "next", "docs"}}</code>.
      <strong>Errors are never charged.</strong> The same table is served as JSON when
      <code>Accept: application/json</code> is sent. Routes: <a href="${baseUrl}/llms.txt">llms.txt</a>,
      <a href="${baseUrl}/openapi.json">OpenAPI</a>.
    </p>
    <table>
      <thead>
        <tr>
          <th>Code</th>
          <th>HTTP</th>
          <th>When</th>
          <th>What to do</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
  return publish(
    'text/html; charset=utf-8',
    page('Errors · stackcheck', 'Every error code of stackcheck, when it occurs and what to do.', body),
  );
}

/** The same table as JSON. */
export function errorsJson(baseUrl: string): Published {
  const errors = ERROR_CODES.map((code) => {
    const { http, when, next, retryAfterSeconds } = errorRow(code);
    return {
      code,
      http,
      when,
      next,
      retry_after_seconds: retryAfterSeconds ?? null,
      docs: `${baseUrl}/docs/errors#${code}`,
    };
  });
  return publish('application/json', JSON.stringify({ errors }, null, 2));
}
