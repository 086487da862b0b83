import type { FoundByRef } from '../check/judge';
import type { ImageResult, ItemResult, PackageResult, StackParts } from '../check/parts';
import type { StackRef } from '../stack';
import type { Component } from './move';
import { isRelease } from './release-moves';

type Found<Result> = Extract<Result, { readonly found: true }>;

/** The answers about a component in all its places. */
export type SentResults =
  | { readonly kind: 'cycle'; readonly results: readonly Found<ItemResult>[] }
  | { readonly kind: 'image'; readonly results: readonly Found<ImageResult>[] }
  | { readonly kind: 'package'; readonly results: readonly Extract<PackageResult, { readonly checked: true }>[] };

/** A component as it was sent. */
export interface Sent extends Component {
  readonly sent: SentResults;
}

/** The components of a stack that could be moved and that anything but an info stands against; what was sent twice is one. */
export function componentsOf({ items, images, packages }: StackParts, found: FoundByRef): readonly Sent[] {
  const sent: Sent[] = [];
  const known = (items?.results ?? []).filter((result) => result.found).filter(isMovable);
  for (const results of grouped(known, cycleKey)) {
    const [{ label, match, version }] = results;
    const from = isRelease(results[0]) ? version : match.cycle;
    sent.push(component('items', { kind: 'cycle', results }, { name: label, from }, found));
  }
  const readable = (images?.results ?? []).filter((result) => result.found);
  for (const results of grouped(readable, ({ image }) => image)) {
    const [{ image, repository }] = results;
    sent.push(component('images', { kind: 'image', results }, { name: repository, from: image }, found));
  }
  const checked = (packages?.results ?? []).filter((result) => result.checked);
  for (const results of grouped(checked, ({ resolved }) => resolved)) {
    const [{ name, version }] = results;
    sent.push(component('packages', { kind: 'package', results }, { name, from: version }, found));
  }
  return sent.filter(({ before }) => before.some(({ level }) => level !== 'info'));
}

/** An item of which not all vulnerabilities are known stays, and is advised on. */
function isMovable(result: ItemResult): boolean {
  return isRelease(result) || !result.packages?.some((found) => !found.checked || found.vulnerable);
}

/** The same is to be said of items of one cycle, except of the releases that they name. */
function cycleKey({ resolved, match, version, packages }: Found<ItemResult>): string {
  return JSON.stringify([resolved, match.cycle, ...(packages === undefined ? [] : [version])]);
}

function component(
  list: 'items' | 'images' | 'packages',
  sent: SentResults,
  named: Pick<Component, 'name' | 'from'>,
  found: FoundByRef,
): Sent {
  const refs = sent.results.map(({ index }) => `${list}/${index}` as const) as [StackRef, ...StackRef[]];
  return { refs, ...named, kind: sent.kind, before: found.get(refs[0]) ?? [], sent };
}

function grouped<Result>(
  results: readonly Result[],
  keyOf: (result: Result) => string,
): readonly [Result, ...Result[]][] {
  const groups = new Map<string, [Result, ...Result[]]>();
  for (const result of results) {
    const group = groups.get(keyOf(result));
    if (group === undefined) groups.set(keyOf(result), [result]);
    else group.push(result);
  }
  return [...groups.values()];
}
