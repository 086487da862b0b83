import type { CalendarDate } from '../../products/product';
import type { MovedTag, ReadPart } from './read-part';

/** So many are remembered at a time: of 40,000 tags of official images 25,000 should be left, for 4,500. */
const TAGS_MAX = 1_000;

/** Tags that images may be moved to, as they are read on a day, from one snapshot; many images move to few. */
export class MovedTags {
  private readonly lately = new Map<string, MovedTag>();
  private day: CalendarDate = '';

  /** @param name of the image in the table @param read reads a tag of it */
  of(name: string, tag: string, today: CalendarDate, read: (tag: string) => readonly ReadPart[]): MovedTag {
    if (this.day !== today || this.lately.size === TAGS_MAX) this.lately.clear();
    this.day = today;
    const key = `${name}:${tag}`;
    let moved = this.lately.get(key);
    if (moved === undefined) {
      // Cut out of the key, so that no request is kept for a piece of it.
      const own = key.slice(name.length + 1);
      moved = { tag: own, parts: read(own) };
      this.lately.set(key, moved);
    }
    return moved;
  }
}
