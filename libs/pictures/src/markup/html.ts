import { wellFormed } from '../text/plain';

/** Text that is safe inside HTML. */
export class Html {
  constructor(readonly text: string) {}
}

/** What a template may be given: texts and numbers are escaped; what is safe already is not. */
export type HtmlValue = string | number | Html | readonly Html[];

/** A template tag that escapes everything it is given, except what it made itself. Attributes are written in quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings.map((part, at) => (at === 0 ? '' : shown(values[at - 1] ?? '')) + part).join(''));
}

function shown(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  // Controls that HTML does not allow would be parse errors; some would be taken for other characters.
  return wellFormed(String(value))
    .replace(/(?:[^\P{Cc}\t\n]|\p{NChar})/gu, '\ufffd')
    .replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
