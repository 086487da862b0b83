import { html, type Html } from '@stackcheck/pictures/markup';

/** A table with a head per column; each of its rows has one, too. */
export function table(caption: string | Html, heads: readonly string[], rows: Html | readonly Html[]): Html {
  return html`<table class="rows">
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
