/** Text that is safe inside HTML. */
export class Html {
  constructor(readonly text: string) {}
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template tag that escapes everything it is given, except what it made itself. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  let text = strings[0]!;
  values.forEach((value, at) => {
    text += render(value) + strings[at + 1]!;
  });
  return new Html(text);
}

function render(value: string | number | Html | readonly Html[]): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map((part: Html) => part.text).join('');
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** A whole page: one column, readable without a script, dark where the reader prefers it. */
export function page(title: string, description: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content="${description}" />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="icon" sizes="16x16" href="/favicon.ico" />
        <style>
          :root {
            color-scheme: light dark;
            --ink: #1a2320;
            --soft: #5b6863;
            --line: #d5dcd8;
            --accent: #12684a;
            --paper: #fbfcfb;
          }
          @media (prefers-color-scheme: dark) {
            :root {
              --ink: #e4ebe7;
              --soft: #9aa8a2;
              --line: #33403a;
              --accent: #63c99f;
              --paper: #121714;
            }
          }
          body {
            margin: 0 auto;
            max-width: 58rem;
            padding: 2rem 1.25rem 4rem;
            background: var(--paper);
            color: var(--ink);
            font:
              16px/1.55 system-ui,
              sans-serif;
          }
          h1 {
            font-size: 1.7rem;
            line-height: 1.2;
            margin: 0 0 0.5rem;
          }
          h2 {
            font-size: 1.15rem;
            margin: 2.2rem 0 0.5rem;
          }
          a {
            color: var(--accent);
          }
          .soft {
            color: var(--soft);
          }
          table {
            border-collapse: collapse;
            width: 100%;
            margin: 0.5rem 0;
          }
          th,
          td {
            text-align: left;
            vertical-align: top;
            padding: 0.4rem 0.8rem 0.4rem 0;
            border-bottom: 1px solid var(--line);
          }
          th {
            font-weight: 600;
          }
          td.number {
            white-space: nowrap;
          }
          code,
          pre {
            font:
              14px/1.5 ui-monospace,
              monospace;
          }
          pre {
            border: 1px solid var(--line);
            border-radius: 6px;
            padding: 0.8rem 1rem;
            overflow-x: auto;
          }
          .eol {
            color: #b3261e;
          }
          .security-only {
            color: #8a6100;
          }
          .supported {
            color: var(--accent);
          }
          @media (prefers-color-scheme: dark) {
            .eol {
              color: #ff8a80;
            }
            .security-only {
              color: #e3b341;
            }
          }
          tr:target {
            outline: 2px solid var(--accent);
          }
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html> `.text;
}
