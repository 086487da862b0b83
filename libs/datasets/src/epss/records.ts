import type { SnapshotContent } from '../snapshot/snapshot';

/**
 * Content of a snapshot of scores. They are 345,000 and more, so those of a year are one text of lines and not that many
 * records: read and written in a fraction of the time and memory.
 */
export interface EpssSnapshot extends SnapshotContent {
  readonly dataset: 'epss';
  readonly meta: {
    /** Upstream's name of the model, e.g. `v2025.03.14`. */
    readonly model_version: string;
    /** The instant that upstream states for the scores; ISO 8601 UTC. */
    readonly score_date: string;
    readonly upstream_schema_version: string;
  };
  /** How many CVEs are scored. */
  readonly score_count: number;
  /** In ascending order of year. */
  readonly scores: readonly YearOfScores[];
}

/** The scores of the CVEs of one year. */
export interface YearOfScores {
  /**
   * Lines `number,score,percentile`, ascending by number, each number once, with a line end between two. The number is as in the
   * CVE id (`0160` of CVE-2014-0160); score and percentile are from 0 to 1, the decimals that were published.
   */
  readonly rows: string;
  readonly year: number;
}

/** The scores of a day, each CVE as its key (see `cveKey` of epss-core), at one position in all three. */
export interface EpssColumns {
  readonly keys: Float64Array;
  readonly scores: Float64Array;
  readonly percentiles: Float64Array;
}
