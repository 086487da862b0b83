import { onOneLine } from '../text/plain';
import { xmlAttribute, xmlText } from '../text/xml-text';
import { textWidth } from './text-width';

/** What a badge says. */
export interface Badge {
  /** The left part: what it is about. */
  readonly label: string;
  /** The right part: the word that stands for the status first, so that its colour adds nothing. */
  readonly message: string;
  readonly tone: 'good' | 'warning' | 'bad' | 'neutral';
}

/** Grounds under white text, each with a contrast of at least 4.5 to it (WCAG 2.2, 1.4.3). */
const GROUNDS = { good: '#12684a', warning: '#855a00', bad: '#b3261e', neutral: '#5b6863' } as const;
const LABEL_GROUND = '#3d4542';

const HEIGHT = 20;
const FONT_SIZE = 11;
const SIDE = 6;
const CHARACTERS_MAX = 60;

/** The badge as an SVG document of its own; it needs no font of the reader's, since every text is fitted to its place. */
export function badgeSvg({ label, message, tone }: Badge): string {
  const [left, right] = [short(label), short(message)];
  const [leftWidth, rightWidth] = [partWidth(left), partWidth(right)];
  const width = leftWidth + rightWidth;
  const name = `${left}: ${right}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${xmlAttribute(name)}">`,
    `<title>${xmlText(name)}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${leftWidth}" height="${HEIGHT}" fill="${LABEL_GROUND}"/>`,
    `<rect x="${leftWidth}" width="${rightWidth}" height="${HEIGHT}" fill="${GROUNDS[tone]}"/></g>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="${FONT_SIZE}">`,
    fitted(left, SIDE, leftWidth - 2 * SIDE),
    fitted(right, leftWidth + SIDE, rightWidth - 2 * SIDE),
    '</g></svg>\n',
  ].join('');
}

/** The same for shields.io: the JSON of its endpoint badge, schema 1. */
export function badgeEndpoint({ label, message, tone }: Badge): object {
  return {
    schemaVersion: 1,
    label: short(label),
    message: short(message),
    color: GROUNDS[tone].slice(1),
    labelColor: LABEL_GROUND.slice(1),
    isError: false,
    cacheSeconds: 3_600,
  };
}

function partWidth(text: string): number {
  return Math.round(textWidth(text, FONT_SIZE)) + 2 * SIDE;
}

function fitted(text: string, x: number, width: number): string {
  if (text === '') return '';
  return `<text x="${x}" y="14" textLength="${width}" lengthAdjust="spacingAndGlyphs">${xmlText(text)}</text>`;
}

function short(text: string): string {
  const points = [...onOneLine(text)];
  return points.length > CHARACTERS_MAX ? `${points.slice(0, CHARACTERS_MAX - 1).join('')}…` : points.join('');
}
