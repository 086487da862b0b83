import { html, type Html } from '@stackcheck/pictures/markup';

/** Where a text is pasted: with a script it is read in the browser, without one it is sent to the page of stacks. */
export function pasteSection(): Html {
  return html`<form id="paste" class="card paste" action="/stack" method="post">
    <label for="text">Paste a Dockerfile, a lockfile or an SBOM</label>
    <textarea
      id="text"
      name="text"
      rows="5"
      required="required"
      spellcheck="false"
      autocomplete="off"
      placeholder="FROM node:18-alpine3.18"
    ></textarea>
    <input name="dev" type="hidden" value="on" />
    <div class="row">
      <button type="submit">What is in it?</button>
      <span id="where" class="soft small">Read once and forgotten; free.</span>
    </div>
  </form>`;
}
