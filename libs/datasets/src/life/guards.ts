/** Names of the rules a content must pass before it is published. */
export type GuardRule =
  | 'empty'
  | 'shrunken'
  | 'drifted'
  | 'date_out_of_range'
  | 'dates_out_of_order'
  | 'version_reversed'
  | 'canary_changed'
  | 'reserved_word'
  | 'name_refused'
  | 'name_not_unique'
  | 'address_refused'
  | 'hidden_character'
  | 'link_refused'
  | 'unreadable'
  | 'price_out_of_range'
  | 'price_jumped'
  | 'limit_out_of_range'
  | 'score_out_of_range'
  | 'percentile_falls'
  | 'withdrawn';

/** One broken rule. */
export interface GuardFault {
  readonly rule: GuardRule;
  /** One sentence for the operator: what was found, what is believed. */
  readonly sentence: string;
  /**
   * True when an operator who looked at it may publish it all the same. Rules that keep the service itself sound, such
   * as unique ids, have no override.
   */
  readonly overridable: boolean;
}

/** Control, format (bidirectional, zero-width), surrogate, private-use and separator characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

/** Whether a text holds a character that people do not see, or that makes them see another text. */
export function hasHiddenCharacter(text: string): boolean {
  return HIDDEN.test(text);
}

/** Whether a text is an absolute http or https URL: anything else, such as `javascript:`, must not reach a page. */
export function isWebLink(text: string): boolean {
  return /^https?:\/\/[^/]/.test(text) && URL.canParse(text);
}

/**
 * A fault when a count fell by more than the believed share.
 * @param what plural noun for the sentence
 * @param shareMax largest believed loss, e.g. 0.1
 */
export function shrinkFault(what: string, before: number, now: number, shareMax: number): GuardFault | undefined {
  if (now >= before * (1 - shareMax)) return undefined;
  return {
    rule: 'shrunken',
    sentence: `${now} ${what} where the last snapshot has ${before}; a loss of at most ${percent(shareMax)} is believed`,
    overridable: true,
  };
}

/** A fault when a larger share of the known rows changed than is believed in one refresh. */
export function driftFault(what: string, changed: number, known: number, shareMax: number): GuardFault | undefined {
  if (changed <= known * shareMax) return undefined;
  return {
    rule: 'drifted',
    sentence: `${changed} of ${known} known ${what} changed; at most ${percent(shareMax)} is believed in one refresh`,
    overridable: true,
  };
}

/** A few of many findings, for a sentence that stays readable. */
export function sample(findings: readonly string[], shown = 3): string {
  const rest = findings.length - shown;
  return findings.slice(0, shown).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** All broken rules in one line, for logs and `/health`. */
export function describeFaults(faults: readonly GuardFault[]): string {
  return faults.map((fault) => `${fault.rule}: ${fault.sentence}`).join('; ');
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
