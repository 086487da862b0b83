/**
 * Schedules that once broke an invariant, with the bug. A change of the simulator changes what each seed draws, so each bug also
 * has a plain test in the library it was in; these seeds are kept because they lead to unusual states.
 */
export const REGRESSION_SEEDS: readonly (readonly [name: string, reason: string])[] = [
  ['1/88', 'a settlement whose write was not acknowledged raised alarms until the next restart'],
  ['1/95', 'the same, after two crashes'],
  ['1/163', 'a copy of an unknown payment with a spoilt offer was counted against its payer'],
  ['1/376', 'a payment resolved after a crash had another receipt than its first answer'],
  ['4/557', 'a refused payment under watch held the identifier of the next one'],
  ['4/2318', 'a payer put a refused payment on the chain himself'],
  [
    '2026/3503',
    'a refused payment that was settled late had its answer fetched with a copy, its identifier was at another one',
  ],
  ['4/4825', 'the same, with a clock that was far off'],
  ['z/12333n3', 'a payment was called free while the claim of another node was on its way'],
  ['n6/3573n3', 'a clock far ahead called a payment expired, and a late claim charged it'],
  ['s26/7094n4', 'the checker took words to a client that had left for a refusal, after `settlement_unknown`'],
  ['28/120548n2', 'copies of one payment waited for each other, two seconds each, while the database was out of reach'],
  [
    '29/96099n5',
    'a claim arrived long after its node had ended and another one had answered the payment with an error',
  ],
  ['33/100086', "the checker did not know that a ledger whose thread ended knows nothing of another node's settlement"],
  ['r1/9542n4', 'the checker forgot that a refused payment may have lost its identifier to the next one'],
];
