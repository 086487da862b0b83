import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html, type Html } from '@stackcheck/pictures/markup';
import { defineRoute, type Published } from '../catalogue/define-route';
import { publish } from '../catalogue/publish';
import { page } from '../layout/page';
import { fold, shortCode } from '../layout/parts';
import { heldFor } from './kept-today';

const SECONDS = 3_600;

/** Of each version: those that are read at once, and those that are there. */
const ITEMS_SHOWN = 12;
const ITEMS_MAX = 40;

/** The same depth below the repository from the sources and from what is compiled of them. */
const FILE = join(__dirname, '..', '..', '..', '..', 'CHANGELOG.md');

export const changelogPageRoute = defineRoute({
  method: 'GET',
  path: '/changelog',
  operationId: 'service_changelog_page',
  tags: ['service', 'free'],
  summary: 'What changed, by version',
  description: 'A page for people: what callers and operators notice of each version.',
  price: 'free',
  anyQuery: true,
  output: { contentType: 'text/html', schema: { type: 'string' } },
  errors: [],
  example: {},
  answer: () => heldFor((made ??= changelogPage()), SECONDS),
});

/** Made when first asked for: it is the same as long as the process runs. */
let made: Published | undefined;

function changelogPage(): Published {
  const body = html`<h1>What changed</h1>
    ${blocksOf(changelog())}`;
  return publish(
    'text/html; charset=utf-8',
    page({ title: 'Changes', description: 'What changed in stackcheck, by version.', path: '/changelog', body }),
  );
}

function changelog(): string {
  try {
    return readFileSync(FILE, 'utf8').replace(/^# .*\n+/, '');
  } catch {
    return 'The list of changes is not at hand on this server.';
  }
}

/** Headings, lists and paragraphs, which is all that the file has; its newest lines are the first of their list. */
function blocksOf(markdown: string): readonly Html[] {
  return markdown
    .trim()
    .split(/\n\n+/)
    .map((block) => {
      const [, level = '', heading = ''] = /^(##+) (.*)$/.exec(block) ?? [];
      if (level !== '') return html`<h2>${heading}</h2> `;
      if (!block.startsWith('- ')) return html`<p>${inline(block)}</p> `;
      // No page grows without end.
      const items = block.split(/\n(?=- )/);
      const left = items.length - ITEMS_MAX;
      const more = items.slice(ITEMS_SHOWN, ITEMS_MAX);
      return html`${listOf(items.slice(0, ITEMS_SHOWN))}
      ${more.length === 0 ? '' : fold(`${more.length} more`, listOf(more))}
      ${left > 0 ? html`<p class="soft">${left} earlier ones are in CHANGELOG.md of the repository.</p>` : ''}`;
    });
}

function listOf(items: readonly string[]): Html {
  return html`<ul class="text">
    ${items.map((item) => html`<li>${inline(item.slice(2))}</li> `)}
  </ul>`;
}

/** Code, bold and the text of links, whose targets are files of the repository. */
function inline(text: string): Html {
  const parts = text.replace(/\s*\n\s*/g, ' ').split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/);
  return html`${parts.map((part) => {
    if (/^`.*`$/.test(part)) return shortCode(part.slice(1, -1));
    if (/^\*\*.*\*\*$/.test(part)) return html`<strong>${part.slice(2, -2)}</strong>`;
    const link = /^\[([^\]]+)\]\([^)]+\)$/.exec(part);
    return html`${link === null ? part : (link[1] ?? '')}`;
  })}`;
}
