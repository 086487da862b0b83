import type { CheckItem } from '@stackcheck/eol-core';
import type { Policy } from './policy';

/** The lists of a stack, all as sent, in wire names. */
export interface StackLists {
  readonly items: readonly CheckItem[];
  readonly images: readonly string[];
  readonly cves: readonly string[];
  /** Package URLs. */
  readonly packages: readonly string[];
}

/** The name of one list. */
export type ListName = keyof StackLists;

/** The lists in the order in which answers speak of them. */
export const LIST_NAMES = ['items', 'images', 'cves', 'packages'] as const satisfies readonly ListName[];

/** What is asked about: lists, at least one of them not empty, and the policy to judge them by. */
export interface Stack extends StackLists {
  readonly policy: Policy;
}

/** Where an entry stands: `items/0`, `images/1`, `cves/2`, `packages/3`. */
export type StackRef = `${ListName}/${number}`;

/** Compares places: by list, then by position. */
export function compareRefs(a: StackRef, b: StackRef): number {
  const [listA, indexA] = split(a);
  const [listB, indexB] = split(b);
  return listA - listB || indexA - indexB;
}

function split(ref: StackRef): readonly [list: number, index: number] {
  const [list, index] = ref.split('/') as [ListName, string];
  return [LIST_NAMES.indexOf(list), Number(index)];
}
