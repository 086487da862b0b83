import { burdenOf } from './burden';
import { longerSupport } from './longer-support';
import type { Move } from './move';

/**
 * Why a move is worth making, as a sentence: what is most urgent, how much else it clears and leaves, what lasts longer, and that no registry
 * was asked for a tag.
 */
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
  const isOfSupport = cleared.some(({ code }) => code === 'eol' || code === 'eol_soon');
  const longer = isOfSupport ? longerSupport(move.was, move.first) : undefined;
  return [
    first?.fact ?? first?.text ?? '',
    `${move.to} clears ${all}, ${rest}`,
    ...(longer === undefined ? [] : [longer]),
    ...(move.kind === 'image' ? ['whether its tag exists was not looked up'] : []),
  ].join('; ');
}
