/** A place that was taken. */
export interface Place {
  /** Idempotent. */
  leave(): void;
}

/** Why there is no place: all are taken, or this client has its share of them. */
export type NoPlace = 'full' | 'client_full';

/** What a place is for: to receive a body, which depends on the client's pace, or to work on what is complete. */
export type PlaceKind = 'body' | 'work';

/**
 * Why a request with a payment was turned away:
 *
 * - `busy`: there was no place
 * - `client_share`: its client had its share of the places
 * - `slow_body`, `broken_body`: its body was late, or broke off
 * - `over_budget`: its client had spent its processor time
 */
export type TurnedAway = 'busy' | 'client_share' | 'slow_body' | 'broken_body' | 'over_budget';

/** Limits how many requests with a payment are received and worked on. */
export interface OverloadGate {
  /** Whether a request would find no place, no matter who sent it. */
  sheds(): boolean;
  /**
   * A place for a client, which leaves it itself, or why there is none.
   * @param giveWay where a holder can be asked to end, because others find no place
   */
  takePlace(kind: PlaceKind, client: string, giveWay?: () => void): Place | NoPlace;
  /** Counts what is decided elsewhere. */
  count(why: Exclude<TurnedAway, 'busy' | 'client_share'>): void;
  retryAfterSeconds(): number;
}
