import type { Finding } from '@stackcheck/report';
import { LEVELS, REASON_CODES, type Policy } from '@stackcheck/stack-core';
import type { Reason, ReasonCode } from '@stackcheck/stack-core/report';
import type { ListName, StackRef } from '@stackcheck/stack-core/watch';
import type { Components } from './components';
import { findingOf } from './findings';
import type { Judged, Judgement } from './source';

/**
 * What was found in all parts of a stack, as if it had been judged as one: what says the same of the same thing is one finding, whose
 * component is the first in the stack. Worst first, and then in the order of the stack.
 */
export function allFindings(
  { parts }: Judgement,
  components: Pick<Components, 'namedAt'>,
  policy: Policy,
): readonly Finding[] {
  const said = parts.flatMap(saidIn);
  return (parts.length < 2 ? said.map((one) => [one] as const) : grouped(said)).map((group) => {
    const [first] = group;
    const refs = isOfStack(first) ? first.refs : group.flatMap((each) => each.refs);
    const named = [...new Set(refs)].sort(compareRefs).map((ref) => components.namedAt(ref));
    return findingOf(first.reason, first.part.check, named, policy);
  });
}

/** A reason of a part, by its places in the whole stack. */
interface Said {
  readonly part: Judged;
  readonly reason: Reason;
  readonly refs: readonly StackRef[];
}

/** What says the same, the first in the stack first. */
type Group = readonly [Said, ...Said[]];

function saidIn(part: Judged): readonly Said[] {
  return part.check.reasons.map((reason) => ({ part, reason, refs: reason.refs.map(part.wholeRef) }));
}

function grouped(all: readonly Said[]): readonly Group[] {
  const byMeaning = new Map<string, Said[]>();
  for (const said of all) {
    const meaning = meaningOf(said);
    const known = byMeaning.get(meaning);
    if (known === undefined) byMeaning.set(meaning, [said]);
    else known.push(said);
  }
  const groups = [...byMeaning.values()].map((group) => group.sort(byPlace) as [Said, ...Said[]]);
  return groups.sort(([a], [b]) => badness(a) - badness(b) || byPlace(a, b) || byId(a, b));
}

/** Of the support of a product, whichever package or item it is named by. Other reasons are of one package. */
const OF_PRODUCTS: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'eol',
  'eol_soon',
  'security_only',
  'unknown_item',
  'unknown_release',
]);

/** What a check of the whole stack distinguishes reasons by. */
function meaningOf(said: Said): string {
  const { level, code, key, id, text } = said.reason;
  if (isOfStack(said)) return key;
  return [level, code, key, id, text, OF_PRODUCTS.has(code) ? '' : purlOf(said)].join('\0');
}

function purlOf({ part: { check }, reason: { ref } }: Said): string {
  const [list, index] = ref.split('/') as [ListName, string];
  const result = list === 'packages' ? check.packages?.results[Number(index)] : undefined;
  if (result === undefined) return '';
  return result.checked ? result.resolved : result.purl;
}

/** Keys of reasons about a stack as a whole, which each of its parts has, end like this. */
function isOfStack({ reason: { key } }: Said): boolean {
  return key.endsWith(':stack');
}

function badness({ reason: { level, code } }: Said): number {
  return LEVELS.indexOf(level) * REASON_CODES.length + REASON_CODES.indexOf(code);
}

function byPlace({ refs: [a] }: Said, { refs: [b] }: Said): number {
  return a === undefined || b === undefined ? 0 : compareRefs(a, b);
}

function byId({ reason: { id: a } }: Said, { reason: { id: b } }: Said): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const LISTS: readonly string[] = ['items', 'images', 'cves', 'packages'];

function compareRefs(a: StackRef, b: StackRef): number {
  const [[listA = '', indexA], [listB = '', indexB]] = [a.split('/'), b.split('/')];
  return LISTS.indexOf(listA) - LISTS.indexOf(listB) || Number(indexA) - Number(indexB);
}
