const NAME = 'stackcheck.pasted';

/** A text that one page hands to the next one of this tab, and that goes nowhere else. */
export interface HandedOver {
  /** Empty of pasted text. */
  readonly name: string;
  readonly text: string;
}

/** @throws Error with a sentence where the browser keeps no more */
export function handOver(given: HandedOver): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(given));
  } catch (cause) {
    throw new Error('this is too large to be handed over: choose the file on the page of stacks', { cause });
  }
}

/** What was handed over, once. */
export function takeOver(): HandedOver | undefined {
  const kept = sessionStorage.getItem(NAME);
  sessionStorage.removeItem(NAME);
  return kept === null ? undefined : (JSON.parse(kept) as HandedOver);
}
