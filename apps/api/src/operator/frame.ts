import { html, type Html } from '@stackcheck/pictures/markup';
import { SITE_STYLE } from '../layout/style/site-style';

/** A page of the operator, in the style of the public ones. It runs no script and loads nothing. */
export function frame(title: string, body: Html, { isOpen }: { readonly isOpen: boolean }): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · stackcheck</title>
        ${SITE_STYLE}
        <link rel="icon" href="data:," />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="site">
          <div class="frame">
            <a class="brand" href="/">stackcheck</a>
            <nav aria-label="Operator">
              <ul>
                <li><a href="/metrics">Metrics</a></li>
              </ul>
            </nav>
          </div>
        </header>
        <main id="main"><div class="frame">${body}</div></main>
        <footer class="site">
          <div class="frame">
            ${
              isOpen
                ? html`<form method="post" action="/logout"><button type="submit">Log out</button></form>`
                : html`<p>Only for anyone who runs this service.</p>`
            }
          </div>
        </footer>
      </body>
    </html> `.text;
}

/** Asks for the token. @param isWrong whether one was just refused */
export function loginPage(isWrong: boolean): string {
  return frame(
    'Log in',
    html`<h1>Operator</h1>
      ${isWrong ? html`<p role="alert"><strong>That is not the token.</strong></p>` : ''}
      <form class="ask" method="post" action="/login">
        <input name="user" value="operator" autocomplete="username" hidden="hidden" />
        <label for="token">Token</label>
        <input
          id="token"
          name="token"
          type="password"
          autocomplete="current-password"
          maxlength="200"
          required="required"
        />
        <button type="submit">Log in</button>
      </form>
      <p class="soft">It is <code>OPERATOR_TOKEN</code> of the configuration.</p>`,
    { isOpen: false },
  );
}
