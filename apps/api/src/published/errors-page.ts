import { ERROR_CODES, errorRow } from '@stackcheck/contract';
import type { Published } from '../catalogue/define-route';
import { html } from '@stackcheck/pictures/markup';
import { page } from '../layout/page';
import { withCode } from '../layout/parts';
import { publish } from '../catalogue/publish';

/** The error table as a page with one anchor per code. */
export function errorsHtml(baseUrl: string): Published {
  const rows = ERROR_CODES.map((code) => {
    const { http, when, next, retryAfterSeconds } = errorRow(code);
    const wait = retryAfterSeconds === undefined ? '' : ` Retry-After: ${retryAfterSeconds} s.`;
    return html`<tr id="${code}">
      <th scope="row">
        <a href="#${code}"><code>${code}</code></a>
      </th>
      <td class="number" data-label="HTTP">${http}</td>
      <td data-label="When">${withCode(when)}</td>
      <td data-label="What to do">${withCode(next)}${wait}</td>
    </tr> `;
  });
  const body = html`<h1>Errors</h1>
    <p>
      Every error has the body <code>{"error": {"code", "message", "next", "docs"}}</code>.
      <strong>Errors are never charged.</strong> The same table is served as JSON when
      <code>Accept: application/json</code> is sent. Routes: <a href="${baseUrl}/llms.txt">llms.txt</a>,
      <a href="${baseUrl}/openapi.json">OpenAPI</a>.
    </p>
    <table class="rows">
      <caption>
        Every code, in order of precedence
      </caption>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">HTTP</th>
          <th scope="col">When</th>
          <th scope="col">What to do</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
  return publish(
    'text/html; charset=utf-8',
    page({
      title: 'Errors',
      description: 'Every error code of stackcheck, when it occurs and what to do.',
      path: '/docs/errors',
      body,
    }),
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
