import type { ImageReference } from '@stackcheck/image-parser';
import type { ListedImage } from '@stackcheck/image-parser/table';
import type { NoImageTargetReason } from './image-target';
import type { AdvisedPart } from '../reading/read-part';
import { isRetiredRuntime, retiredImage } from './retired-images';

/** Why there is no reference to move to from an image, as a sentence that says what else would do. */
export function whyNoImageTarget(
  reason: NoImageTargetReason,
  reference: ImageReference,
  parts: readonly AdvisedPart[],
  listed: ListedImage,
): string {
  const { registry, repository, tag } = reference;
  const name = registry === 'docker.io' ? repository : `${registry}/${repository}`;
  switch (reason) {
    case 'digest':
      return `it is pinned by its digest, and only the registry knows that of another tag: ask with the tag alone, then pin the new tag by its digest`;
    case 'retired_image': {
      const instead = retiredImage(listed.name)?.instead ?? [];
      const others = instead.length === 0 ? 'look for another image' : `look at ${instead.join(', ')}`;
      return `the repository ${name} gets no new tags for releases: ${others}`;
    }
    case 'retired_runtime': {
      const runtime = parts.find(({ product }) => product !== undefined && isRetiredRuntime(product.product.id));
      return `images of ${name} are no longer built on ${labelOf(runtime)}: choose a flavour with another JDK, such as eclipse-temurin`;
    }
    case 'unknown_image':
      return `nothing is known of the image ${name}, so neither is which tags it has: ask its publisher for a tag on a supported base`;
    case 'unknown_version':
      return `the tag ${tag} of ${name} is in no listed cycle, so what follows it is not known`;
    case 'unknown_part': {
      const open = parts.find(({ part, match }) => part.role !== 'image' && match === undefined);
      return `the tag ${tag} of ${name} names ${open?.part.product ?? 'a part'} in a version or of a vendor that is not listed, so what follows it is not known`;
    }
    case 'not_in_tag':
      return `the name of the repository ${name} states what should be left, so what follows it is in another repository`;
    case 'no_tag':
      return `no tag of ${name} in the spelling of ${tag} is read as newer cycles of the same parts`;
    case 'no_newer_cycle':
    case 'none_lasts_longer': {
      const stuck = parts.find(({ upgrade }) => upgrade?.reason === reason);
      const of = `${labelOf(stuck)} ${stuck?.match?.cycle.name ?? ''}`.trimEnd();
      return reason === 'no_newer_cycle'
        ? `no cycle newer than ${of} is out: look for another image`
        : `no cycle that is newer than ${of} is supported longer: look for another image`;
    }
  }
}

function labelOf(part: AdvisedPart | undefined): string {
  return part?.product?.product.label ?? 'what it holds';
}
