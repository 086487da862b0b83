import { element } from './element';

/**
 * Runs what a button asks for, with the button out of use meanwhile; a fault is said in the place of the result. What is expected to
 * go wrong is a result of `work`.
 */
export async function run(button: HTMLButtonElement, result: HTMLElement, work: () => Promise<Node>): Promise<void> {
  button.disabled = true;
  result.setAttribute('aria-busy', 'true');
  try {
    result.replaceChildren(await work());
  } catch (fault) {
    result.replaceChildren(element('p', { class: 'big' }, sentenceOf(fault)));
  } finally {
    result.removeAttribute('aria-busy');
    button.disabled = false;
  }
}

/** The words of a fault, for a person. */
export function sentenceOf(fault: unknown): string {
  const text = fault instanceof Error ? fault.message : String(fault);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
