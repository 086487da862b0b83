import { checkStackImage } from '../check/check-items';
import { imageReasons } from '../check/eol-reasons';
import type { ImageResult } from '../check/parts';
import type { MoveContext } from './item-moves';
import type { Candidate } from './move';
import { STEP_SIZES, type StepSize } from './plan';
import { sizeBetween } from './version-step';

type Found = Extract<ImageResult, { readonly found: true }>;

/** The references of the same flavour that an image can be moved to, smallest step first, each as it would be answered. */
export function* imageCandidates(results: readonly Found[], context: MoveContext): Generator<Candidate> {
  const { eol, policy, today } = context;
  const [{ image }] = results as [Found];
  const [{ index: place }] = results as [Found];
  for (const to of eol.images.eachMove(image, today)) {
    // What stands against it does not rest on where it could be moved to from there.
    const first = checkStackImage(eol, to, place, policy, today, false);
    yield {
      to,
      first,
      results: () => results.map(({ index }) => checkStackImage(eol, to, index, policy, today)),
      after: imageReasons(first, policy),
    };
  }
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
