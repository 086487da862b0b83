import type { FindingPlace } from '../../outcome';
import { placeText } from '../../text/finding-texts';
import { html, type Html } from '@stackcheck/pictures/markup';

/** A day, which machines read, too. */
export function timeOf(day: string): Html {
  return html`<time datetime="${day}">${day}</time>`;
}

/** Places, one below another. */
export function placesOf(places: readonly FindingPlace[]): Html {
  return html`${places.map((place, at) => html`${at === 0 ? '' : html`<br />`}<span class="where">${placeText(place)}</span>`)}`;
}
