import { checkStackImage } from '../check/check-items';
import { imageReasons } from '../check/eol-reasons';
import type { ImageResult } from '../check/parts';
import type { MoveContext } from './item-moves';
import type { Candidate, PossibleMove } from './move';
import { STEP_SIZES, type StepSize } from './plan';
import { sizeBetween } from './version-step';

type Found = Extract<ImageResult, { readonly found: true }>;

/** The references of the same flavour that an image can be moved to, smallest step first. */
export function imageMoves(results: readonly Found[], context: MoveContext): readonly PossibleMove[] {
  const { eol, today, burdenOfCycles } = context;
  const [{ image }] = results as [Found];
  return eol.images.possibleMoves(image, today).map(({ cycles, reference }) => ({
    least: burdenOfCycles(cycles),
    candidate: () => candidateAt(reference(), results, context),
  }));
}

/** The images in another reference, as it would be answered. */
function candidateAt(
  to: string | undefined,
  results: readonly Found[],
  { eol, policy, today }: MoveContext,
): Candidate | undefined {
  if (to === undefined) return undefined;
  const [{ index: place }] = results as [Found];
  // What stands against it does not rest on where it could be moved to from there.
  const first = checkStackImage(eol, to, place, policy, today, false);
  return {
    to,
    first,
    results: () => results.map(({ index }) => checkStackImage(eol, to, index, policy, today)),
    after: imageReasons(first, policy),
  };
}

/** The greatest of the steps of an image's parts. */
export function imageStepSize(from: Found, to: ImageResult): StepSize {
  const parts = to.found ? to.components : [];
  const sizes = from.components.map(({ match }, at): StepSize => {
    const then = parts[at]?.match;
    return match === undefined || then === undefined ? 'patch' : sizeBetween(match.cycle, then.cycle);
  });
  return [...STEP_SIZES].reverse().find((size) => sizes.includes(size)) ?? 'patch';
}
