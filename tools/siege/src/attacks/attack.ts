import type { Field } from '../attackers/field';

/** What honest buyers buy meanwhile: what an attack is aimed at. */
export type Shopping = 'answers' | 'snapshots' | 'lightning';

/** What is known of an attack when it is over, in addition to the outcomes of the honest calls. */
export interface Evidence {
  /** Payments that the facilitator was asked about and refused. */
  readonly facilitatorRefusals: number;
  /** What the attackers were answered, and how often. */
  readonly got: Readonly<Record<string, number>>;
}

/** An attack on availability. `run` takes place in a process of the attackers', the rest in that of the buyers. */
export interface Attack {
  readonly name: string;
  /** In a few words, for people. */
  readonly what: string;
  readonly shopping: Shopping;
  /** Variables of the API in addition. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether everybody comes through a reverse proxy. */
  readonly proxied?: true;
  /** Attacks until `field.signal` aborts. */
  run(field: Field): Promise<void>;
  /** What else must hold; the sentence says what does not. */
  judge?(evidence: Evidence): string | undefined;
}
