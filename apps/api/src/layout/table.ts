import { html, type Html } from '@stackcheck/pictures/markup';

/**
 * A table with a head per column; each of its rows has one, too.
 * @param kind another class than that of all tables
 */
export function table(caption: string | Html, heads: readonly string[], rows: Html | readonly Html[], kind = ''): Html {
  return html`<table class="${`rows ${kind}`.trim()}">
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th> `)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}
