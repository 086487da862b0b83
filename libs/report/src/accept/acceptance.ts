import type { Assessment } from '../outcome';

/** What somebody accepts: an entry of stackcheck.toml or a statement of a VEX document. */
export interface Acceptance {
  /** Any id of a vulnerability, or the id of a finding; null where a product is accepted. */
  readonly id: string | null;
  /** Further ids of the same vulnerability; VEX states them. */
  readonly aliases: readonly string[];
  /** `nodejs` with all its release cycles, or one of them: `nodejs@18`; null where an id is accepted. */
  readonly product: string | null;
  /** Package URLs with or without version, any of which it is limited to; null: any component. Of none it matches nothing. */
  readonly packages: readonly string[] | null;
  /** A glob of paths that it is limited to; null: any. */
  readonly path: string | null;
  /** The last day of it; null for VEX, which states none. */
  readonly until: string | null;
  readonly reason: string;
  readonly assessment?: Assessment;
  /** Where it stands, for what is said of it. */
  readonly from: AcceptanceSource;
}

/** Where an acceptance stands. */
export interface AcceptanceSource {
  readonly kind: 'entry' | 'vex';
  readonly file: string;
  readonly line?: number;
}

/** What a VEX document states. */
export interface VexStatements {
  /** One for each statement of `not_affected` or `fixed`, also where it names no package that could match. */
  readonly acceptances: readonly Acceptance[];
  /** Statements of another status, whose findings count as before. */
  readonly others: number;
}
