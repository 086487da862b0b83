import { html, type Html } from '@stackcheck/pictures/markup';
import type { PageScript } from '../catalogue/define-route';
import { SITE_STYLE } from './style/site-style';

/** One page for people. */
export interface Page {
  /** Without the name of the service, which follows it. */
  readonly title: string;
  /** For search engines and cards. */
  readonly description: string;
  /** Its place in the navigation. */
  readonly path?: string;
  /** Feeds and other forms of it. */
  readonly links?: readonly { readonly type: string; readonly href: string; readonly title: string }[];
  /** Absolute address that stands for all addresses of it. */
  readonly canonical?: string;
  /** Absolute address of a picture of 1200 by 630, for social networks. */
  readonly card?: string;
  /** What it runs, where that was built. */
  readonly script?: PageScript | undefined;
  readonly body: Html;
}

const NAVIGATION = [
  ['/stack', 'Stack'],
  ['/image', 'Image'],
  ['/docs/api', 'API'],
  ['/verify', 'Verify'],
  ['/402', 'Paying'],
  ['/status', 'Status'],
] as const;

const FOOTER = [
  ['/docs/errors', 'Errors'],
  ['/changelog', 'Changes'],
  ['/openapi.json', 'OpenAPI'],
  ['/llms.txt', 'llms.txt'],
  ['/ending.json', 'What ends soon'],
  ['/changes.atom', 'Feed'],
  ['/v1/eol/index', 'Product ids'],
  ['/.well-known/jwks.json', 'Signing keys'],
] as const;

/** The whole page: it brings its style, loads what script it is given, and follows the reader's light or dark. */
export function page({ title, description, path, links = [], canonical, card, script, body }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · stackcheck</title>
        <meta name="description" content="${description}" />
        <meta name="color-scheme" content="light dark" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${description}" />
        <meta property="og:site_name" content="stackcheck" />
        ${
          card === undefined
            ? ''
            : html`<meta property="og:image" content="${card}" /><meta
                  name="twitter:card"
                  content="summary_large_image"
                />`
        }
        ${canonical === undefined ? '' : html`<link rel="canonical" href="${canonical}" /> `} ${SITE_STYLE}
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="icon" sizes="16x16" href="/favicon.ico" />
        ${scriptTags(script)}
        ${links.map(({ type, href, title: name }) => html`<link rel="alternate" type="${type}" href="${href}" title="${name}" /> `)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="site">
          <div class="frame">
            <a class="brand" href="/"><img src="/favicon.svg" alt="" width="20" height="20" />stackcheck</a>
            <nav aria-label="Site">
              <ul>
                ${NAVIGATION.map(([href, name]) => item(href, name, path))}
              </ul>
            </nav>
          </div>
        </header>
        <main id="main"><div class="frame">${body}</div></main>
        <footer class="site">
          <div class="frame">
            <nav aria-label="More">
              <ul>
                ${FOOTER.map(([href, name]) => item(href, name, path))}
              </ul>
            </nav>
            <p>
              Data is provided as is, without warranty; each answer names its signed snapshot. Errors are never charged.
            </p>
          </div>
        </footer>
      </body>
    </html> `.text;
}

function scriptTags(script: PageScript | undefined): Html {
  if (script === undefined) return html``;
  const loads = script.loads.map((path) => html`<link rel="modulepreload" href="${path}" /> `);
  return html`${loads}
    <script type="module" src="${script.path}"></script>`;
}

function item(href: string, name: string, path: string | undefined): Html {
  return html`<li><a href="${href}" ${href === path ? html` aria-current="page"` : ''}>${name}</a></li>`;
}
