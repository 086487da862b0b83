import { burdenOf } from './burden';
import type { Move } from './move';

/** Why a move is worth making, as a sentence: what is most urgent, and how much else it clears and leaves. */
export function whyOf(move: Move): string {
  const cleared = move.cleared.filter(({ level }) => level !== 'info');
  const [first] = cleared;
  const more = cleared.length - 1;
  const all = more === 0 ? 'this' : `this and ${more} more`;
  const remains = burdenOf(move.after).length;
  const rest =
    remains === 0
      ? 'nothing else stands against it'
      : `${remains} ${remains === 1 ? 'reason remains' : 'reasons remain'}`;
  return `${first?.fact ?? first?.text ?? ''}; ${move.to} clears ${all}, ${rest}`;
}
