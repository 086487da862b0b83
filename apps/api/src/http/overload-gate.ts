/** A place that was taken. */
export interface Place {
  /** Idempotent. */
  leave(): void;
}

/** Why there is no place: all are taken, or this client has its share of them. */
export type NoPlace = 'full' | 'client_full';

/** What a place is for: to receive a body, which depends on the client's pace, or to work on what is complete. */
export type PlaceKind = 'body' | 'work';

/** Limits how many requests with a payment are received and worked on. */
export interface OverloadGate {
  /** Whether a request would find no place, whoever sent it. */
  sheds(): boolean;
  /** A place for a client, which leaves it itself, or why there is none. */
  enter(kind: PlaceKind, client: string): Place | NoPlace;
  retryAfterSeconds(): number;
}
