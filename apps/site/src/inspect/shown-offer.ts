import { element, status, table } from '../dom/element';
import { dollarsOf, type InspectedOffer } from './read-offer';

/** What a field means, by its name. */
export type Meanings = Readonly<Record<string, string>>;

/** Something that two parts of an answer should agree on. */
export interface Check {
  readonly what: string;
  readonly holds: boolean;
}

/** An offer, field by field, with what was checked of it. */
export function shownOffer(offer: InspectedOffer, meanings: Meanings, checks: readonly Check[]): HTMLElement {
  const { version, accepts, extensions, resource } = offer;
  return element(
    'div',
    {},
    checks.length === 0
      ? null
      : table(
          'What was compared',
          ['Of this answer', 'Verdict'],
          checks.map(({ what, holds }) => [what, holds ? status('agrees', 'supported') : status('differs', 'eol')]),
        ),
    ...accepts.map((fields, at) => {
      const dollars = dollarsOf(fields);
      return table(
        `accepts[${at}]${dollars === undefined ? '' : `: ${dollars} USDC`}`,
        ['Field', 'Value', 'Meaning'],
        fields.map(([name, value]) => [code(name), code(value), meanings[name] ?? '']),
      );
    }),
    accepts.length === 0 ? element('p', { class: 'big' }, 'It offers no way to pay.') : null,
    element(
      'p',
      {},
      `x402 version ${version}`,
      resource === undefined ? '' : `, for ${resource}`,
      extensions.length === 0 ? '.' : `, with ${extensions.join(' and ')}.`,
    ),
  );
}

const CHARS_SHOWN = 300;

function code(text: string): HTMLElement {
  return element('code', {}, text.length > CHARS_SHOWN ? `${text.slice(0, CHARS_SHOWN)}…` : text);
}
