/** What the free check of an id says: never more than whether a paid question would understand it. */
export interface Validation {
  readonly valid: boolean;
  /** The one spelling, when valid. */
  readonly canonical: string | null;
  /** Why it is not valid. */
  readonly reason: string | null;
  readonly suggestions: readonly string[];
  /** Of a purl that is valid. */
  readonly ecosystem?: string;
  /** Of a purl that is valid: whether any advisory names its package; null where the data at hand cannot tell. */
  readonly listed?: boolean | null;
  /** Of a purl whose package is not listed: listed names one edit away. */
  readonly similar?: readonly string[];
  /** Of a purl of which the data cannot tell whether it is listed: why, and what to ask instead. */
  readonly advice?: string;
  /** Where the type of a purl is none of these. */
  readonly supported_types?: readonly string[];
}
