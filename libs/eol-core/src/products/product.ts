import type { CalendarDate } from '@stackcheck/contract/calendar-date';

export type { CalendarDate };

/** The newest version of a cycle. */
export interface LatestVersion {
  readonly name: string;
  readonly date: CalendarDate | null;
  readonly link: string | null;
}

/** One release cycle as upstream states it: dates plus the flags that speak where a date is missing. */
export interface Cycle {
  readonly name: string;
  readonly codename: string | null;
  readonly releaseDate: CalendarDate | null;
  readonly isLts: boolean;
  readonly ltsFrom: CalendarDate | null;
  readonly isEol: boolean;
  readonly eolFrom: CalendarDate | null;
  /** Null: the product has no active-support phase, or it does not apply to this cycle. */
  readonly isEoas: boolean | null;
  readonly eoasFrom: CalendarDate | null;
  readonly eoesFrom: CalendarDate | null;
  readonly latest: LatestVersion | null;
}

/** What a product is called elsewhere: a package URL, a CPE, a project of Repology. */
export interface ProductIdentifier {
  readonly type: string;
  readonly id: string;
}

/** A product with its cycles, newest first. */
export interface Product {
  readonly id: string;
  readonly label: string;
  readonly aliases: readonly string[];
  readonly category: string;
  /** Full repository names that ship this product, e.g. `docker.io/library/node`, `quay.io/keycloak/keycloak`. */
  readonly images: readonly string[];
  /** As upstream writes them; absent where the snapshot holds none of any product. */
  readonly identifiers?: readonly ProductIdentifier[];
  readonly cycles: readonly Cycle[];
}
