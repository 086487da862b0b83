import { LIMITS } from '@stackcheck/contract';
import type { Stack } from '@stackcheck/stack-core';
import type { ListName, StackLists, StackRef } from '@stackcheck/stack-core/watch';

/** A part of a stack that one call may ask about. */
export interface Batch {
  readonly lists: StackLists;
  readonly wholeRef: (ref: StackRef) => StackRef;
}

/** Cuts a stack into as few calls as the limits of `POST /v1/stack/check` allow: items and images are counted together. */
export function batchesOf({ items, images, cves, packages }: Stack): readonly Batch[] {
  const { itemsMax, cvesMax, packagesMax } = LIMITS;
  const components = items.length + images.length;
  const calls = Math.max(
    Math.ceil(components / itemsMax),
    Math.ceil(cves.length / cvesMax),
    Math.ceil(packages.length / packagesMax),
  );
  return Array.from({ length: calls }, (_, call) => {
    const from = call * itemsMax;
    const fromImage = Math.max(0, from - items.length);
    const ofItems = items.slice(from, from + itemsMax);
    const lists: StackLists = {
      items: ofItems,
      images: images.slice(fromImage, fromImage + itemsMax - ofItems.length),
      cves: cves.slice(call * cvesMax, (call + 1) * cvesMax),
      packages: packages.slice(call * packagesMax, (call + 1) * packagesMax),
    };
    const offsets: Readonly<Record<ListName, number>> = {
      items: from,
      images: fromImage,
      cves: call * cvesMax,
      packages: call * packagesMax,
    };
    return { lists, wholeRef: (ref) => shifted(ref, offsets) };
  });
}

function shifted(ref: StackRef, offsets: Readonly<Record<ListName, number>>): StackRef {
  const [list, index] = ref.split('/') as [ListName, string];
  return `${list}/${Number(index) + offsets[list]}`;
}
