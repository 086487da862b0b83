import { ERROR_CODES } from '@stackcheck/contract';
import type { CycleStatus } from '@stackcheck/eol-core';
import { html, type Html } from '@stackcheck/pictures/markup';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Text as it is typed, in a box that scrolls by itself and that a keyboard can reach. */
export function codeBlock(label: string, text: string): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`;
}

/** A text as one word of a POSIX shell: what it holds is copied into terminals, and may come from the author of a link. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A sentence with its code between backticks; codes of errors lead to their line of the table. */
export function withCode(text: string): Html {
  return html`${text.split(/(`[^`]+`)/).map((part) => {
    if (!/^`.*`$/.test(part)) return html`${part}`;
    const word = part.slice(1, -1);
    return (ERROR_CODES as readonly string[]).includes(word)
      ? html`<a href="/docs/errors#${word}"><code>${word}</code></a>`
      : shortCode(word);
  })}`;
}

/** A code in a sentence, which is not broken, as `--json` would be after its hyphens, where it fits a line of any screen. */
export function shortCode(word: string): Html {
  return word.length > CODE_LINE_MAX ? html`<code>${word}</code>` : html`<code class="one">${word}</code>`;
}

const CODE_LINE_MAX = 20;

/** What a reader opens when it is wanted, also without scripts. */
export function fold(summary: Html | string, content: Html | readonly Html[], isOpen = false): Html {
  const inside = html`<summary>${summary}</summary>
    ${content}`;
  return isOpen
    ? html`<details class="fold" open="">${inside}</details>`
    : html`<details class="fold">${inside}</details>`;
}

/** A day for tables, which machines read, too. */
export function dayOf(day: string | null, none = 'not known'): Html {
  return day === null ? html`<span class="soft">${none}</span>` : html`<time datetime="${day}">${day}</time>`;
}

/** An instant to the minute, which machines read to its last digit. @param instant ISO 8601, in UTC */
export function minuteOf(instant: string): Html {
  return html`<time datetime="${instant}">${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC</time>`;
}

/** A day in a sentence: 30 April 2026. */
export function dayInProse(day: string): Html {
  const [year, month, date] = day.split('-').map(Number);
  return html`<time datetime="${day}">${date ?? ''} ${MONTHS[(month ?? 1) - 1] ?? ''} ${year ?? ''}</time>`;
}

/** How far a day is away. */
export function inDays(days: number): string {
  const count = Math.abs(days);
  const unit = count === 1 ? 'day' : 'days';
  return days === 0 ? 'today' : days > 0 ? `in ${count} ${unit}` : `${count} ${unit} ago`;
}

/** How far a day that is also named is away: in days for half a year, then in whole months, from two years on in whole years. */
export function inAbout(days: number): string {
  const count = Math.abs(days);
  if (count <= DAYS_MAX) return inDays(days);
  const months = Math.floor(count / DAYS_OF_MONTH);
  const length = months < 24 ? `${months} months` : `${Math.floor(count / DAYS_OF_YEAR)} years`;
  return days > 0 ? `in ${length}` : `${length} ago`;
}

const DAYS_MAX = 183;
const DAYS_OF_MONTH = 30.44;
const DAYS_OF_YEAR = 365.25;

const STATUS_WORDS: Readonly<Record<CycleStatus, string>> = {
  supported: 'supported',
  'security-only': 'security fixes only',
  eol: 'end of life',
};

/** A status: the word first, its colour and dot only add to it. */
export function statusOf(status: CycleStatus): Html {
  return html`<span class="status ${status}">${STATUS_WORDS[status]}</span>`;
}

/** A value as JSON of at most so many lines. */
export function jsonExcerpt(value: unknown, linesMax: number): string {
  const lines = JSON.stringify(value, null, 2).split('\n');
  return lines.length <= linesMax ? lines.join('\n') : [...lines.slice(0, linesMax), '  …'].join('\n');
}
