import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { cveKey, cveOfKey } from './cve-key';
import { isProbability, type EpssScore, type EpssView } from './score';

/** What is the same for all scores of a day. */
export interface EpssFacts {
  /** The publisher's name of the model, e.g. `v2025.03.14`. A new one moves all scores at once. */
  readonly modelVersion: string;
  /** The UTC day of the scores. */
  readonly scoreDate: CalendarDate;
}

/**
 * The scores of a day by CVE id, in three typed arrays: 24 bytes for each CVE. Built once per snapshot, by an
 * `EpssIndexBuilder`.
 */
export class EpssIndex {
  /**
   * @param facts model and day
   * @param keys of the CVEs, ascending
   * @param complete false for a selection, of which the absence of a CVE says nothing
   */
  constructor(
    readonly facts: EpssFacts,
    private readonly keys: Float64Array,
    private readonly scores: Float64Array,
    private readonly percentiles: Float64Array,
    readonly complete = true,
  ) {}

  /** How many CVEs are scored. */
  get size(): number {
    return this.keys.length;
  }

  /** The score of a CVE id in its canonical spelling, or undefined when it has none. Other texts find nothing. */
  find(cve: string): EpssScore | undefined {
    const at = this.positionOf(cve);
    return at < 0 ? undefined : { score: this.scores[at]!, percentile: this.percentiles[at]! };
  }

  /** The score as it is joined to a CVE; null when it has none. */
  view(cve: string): EpssView | null {
    const at = this.positionOf(cve);
    if (at < 0) return null;
    return { cve, score: this.scores[at]!, percentile: this.percentiles[at]!, as_of: this.facts.scoreDate };
  }

  /** All scored CVEs, in order of year and number. */
  *cves(): IterableIterator<string> {
    for (const key of this.keys) yield cveOfKey(key);
  }

  private positionOf(cve: string): number {
    const key = cveKey(cve);
    if (key === undefined) return -1;
    const { keys } = this;
    let [low, high] = [0, keys.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return keys[low] === key ? low : -1;
  }
}

/**
 * The highest score among the ids of one vulnerability (its id and aliases, in canonical spelling, of whatever database), or
 * null when none is scored. Of equal ones that of the id that sorts first.
 */
export function epssAmong(index: EpssIndex, ids: readonly string[]): EpssView | null {
  let best: EpssView | null = null;
  for (const id of ids) {
    const view = index.view(id);
    if (view === null) continue;
    if (best === null || view.score > best.score || (view.score === best.score && view.cve < best.cve)) best = view;
  }
  return best;
}

/** Takes the scores of a day one by one; a number of them may be taken between two turns of the event loop. */
export class EpssIndexBuilder {
  private readonly keys: Float64Array;
  private readonly scores: Float64Array;
  private readonly percentiles: Float64Array;
  private added = 0;

  /** @param count how many scores will be added */
  constructor(count: number) {
    this.keys = new Float64Array(count);
    this.scores = new Float64Array(count);
    this.percentiles = new Float64Array(count);
  }

  /**
   * Adds a score, in ascending order of year and number.
   * @throws Error with `code` `wrong_score` and the `place` of the score, e.g. `scores[2]`, when it is out of order, its id is none, or one of its numbers is outside 0 to 1: no published snapshot
   * holds such
   */
  add(cve: string, score: number, percentile: number): void {
    const key = cveKey(cve);
    if (key === undefined) throw wrongScore(`"${cve.slice(0, 40)}" is no CVE id that can be asked for`, this.added);
    this.addKey(key, score, percentile);
  }

  /** The same by the key of a CVE (see `cveKey`). */
  addKey(key: number, score: number, percentile: number): void {
    const fault = this.faultOf(key, score, percentile);
    if (fault !== undefined) throw wrongScore(`${cveOfKey(key)} ${fault}`, this.added);
    this.keys[this.added] = key;
    this.scores[this.added] = score;
    this.percentiles[this.added] = percentile;
    this.added += 1;
  }

  private faultOf(key: number, score: number, percentile: number): string | undefined {
    if (this.added > 0 && key <= this.keys[this.added - 1]!) return 'is out of order or scored twice';
    if (!isProbability(score) || !isProbability(percentile)) return 'has a score outside 0 to 1';
    return this.added === this.keys.length ? 'is one more than was announced' : undefined;
  }

  /** @param complete see `EpssIndex`. @throws Error (as `add`) when fewer were added than announced */
  finish(facts: EpssFacts, complete = true): EpssIndex {
    const { keys, scores, percentiles, added } = this;
    if (added !== keys.length) throw wrongScore(`${added} of ${keys.length} scores were added`, added);
    return new EpssIndex(facts, keys, scores, percentiles, complete);
  }
}

function wrongScore(message: string, at: number): Error {
  return Object.assign(new Error(message), { code: 'wrong_score', place: `scores[${at}]` });
}
