/** The promises that every schedule is held to, and when each is looked at. */
export const INVARIANTS = {
  I1: { when: 'end', text: 'one purchase, one charge, for a client that follows the documented advice' },
  I2: { when: 'end', text: 'who paid has the answer, or gets it with the next retry' },
  I3: { when: 'end', text: 'every answer has one settled row with evidence, enough value and the right recipient' },
  I4: { when: 'end', text: 'a payment that was called free is never used on the chain, nor waits to be' },
  I5: { when: 'always', text: 'a settled row has, or had before its block was taken back, its transfer on the chain' },
  I6: { when: 'end', text: 'a released row never has a transfer to us' },
  I7: { when: 'always', text: 'a settle call leaves only with a durable intent for exactly that payload' },
  I8: { when: 'always', text: 'one settle call in flight per payment, and few in its life' },
  I9: {
    when: 'always',
    text: 'every answer to one payment is the same, byte for byte, and carries the settlement that stands',
  },
  I10: { when: 'end', text: 'an identifier is bound to one payment and one request' },
  I11: { when: 'end', text: 'a nonce has one row' },
  I12: { when: 'end', text: 'states move along the table only, closed rows do not change, the event chain holds' },
  I13: { when: 'always', text: 'an answer is computed from exactly one snapshot' },
  I14: { when: 'always', text: 'nothing of a blocked payer is verified, settled or answered' },
  I15: { when: 'always', text: 'nothing is settled while sales are on hold, or for an input that has no answer' },
  I16: { when: 'end', text: 'no signature in logs, events or closed rows' },
  I17: { when: 'always', text: 'a refusal is counted against a payer only when nobody else can have made it' },
  I18: { when: 'end', text: 'no payment stays open longer than its window and two minutes' },
  I19: { when: 'always', text: 'every request is answered within 25 seconds' },
  I20: { when: 'end', text: 'settled rows and transfers to us are the same list' },
  I21: {
    when: 'always',
    text: 'an answer that arrived is given once, by the same process, to a payment without identifier, but for a time after',
  },
  I22: {
    when: 'always',
    text: 'an answer is given again only for its payer’s signature, or its identifier',
  },
  I23: { when: 'always', text: 'no transaction of our own leaves before it is in the book' },
  I24: { when: 'always', text: 'a payment is called free only by the node that claimed it or took it up last' },
  I25: { when: 'always', text: 'a claim that was withdrawn is never written afterwards' },
  I26: { when: 'always', text: 'a shared ledger that lost what it had acknowledged stops sales on all nodes' },
  I27: {
    when: 'end',
    text: 'a settlement that the chain took back for good is recorded and reported once, and no revenue',
  },
  ledger: { when: 'always', text: 'the ledger fails only when the disk does' },
  internal: { when: 'always', text: 'no fault that nobody expected' },
} as const;

export type InvariantName = keyof typeof INVARIANTS;

/** A promise that was broken. */
export interface Violation {
  readonly invariant: InvariantName;
  readonly atMs: number;
  readonly text: string;
}
