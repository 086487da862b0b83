import type { UnplannedCheck } from '../check/judge';
import type { Reason } from '../check/reason';
import { LIST_NAMES, type ListName, type Stack, type StackLists, type StackRef } from '../stack';
import type { Positions } from './baseline';
import { countBeyond, editSentence, findingsIn, isNothing, type EditCounts } from './edit-counts';

/** What was taken out of a stack, with how it stands now. */
export interface RemovedEntries {
  /** As sent. */
  readonly lists: StackLists;
  /** Their check, in the same order; a list whose dataset is not at hand is null. */
  readonly check: UnplannedCheck | null;
}

/** An entry that was just added, in wire names. */
export interface AddedEntry {
  readonly ref: StackRef;
  /** As sent, items as `python 3.8`. */
  readonly subject: string;
  /** All that stands against it, worst first. */
  readonly reasons: readonly Reason[];
}

/** An entry that was just removed, in wire names. */
export interface RemovedEntry {
  /** Its place in the lists of `remove`. */
  readonly ref: StackRef;
  readonly subject: string;
  /** What stood against it and stands against nothing in the stack any more; null where it could not be checked now. */
  readonly resolved: readonly Reason[] | null;
}

/** What an edit of a watched stack means, in wire names. */
export interface EditReport {
  readonly added: readonly AddedEntry[];
  readonly removed: readonly RemovedEntry[];
  /** What stands against added entries, and did not stand against any before. */
  readonly adds: EditCounts;
  /** What stood against removed entries, and stands against none any more. */
  readonly removes: EditCounts;
  /** `this change adds 2 exploited vulnerabilities and removes 1 end of life`. */
  readonly text: string;
}

/** What is known of a stack after an edit. */
export interface EditedCheck {
  readonly stack: Stack;
  readonly check: UnplannedCheck;
  readonly positions: Positions;
  readonly removed: RemovedEntries;
}

/**
 * What an edit means for the stack: the reasons against what was added, and what is gone with what was removed. What stands
 * against an entry that stayed, too, is neither added nor removed. Undefined where nothing was edited.
 */
export function reportEdit({ stack, check, positions, removed }: EditedCheck): EditReport | undefined {
  const refs = (lists: StackLists): readonly StackRef[] =>
    LIST_NAMES.flatMap((list) => lists[list].map((_entry, at): StackRef => `${list}/${at}`));
  const isAdded = (ref: StackRef): boolean => positions[listOf(ref)][indexOf(ref)] === undefined;
  const added = refs(stack).filter(isAdded);
  const gone = refs(removed.lists);
  if (added.length + gone.length === 0) return undefined;
  const isKept = (ref: StackRef): boolean => !isAdded(ref);
  const [fresh, kept] = [findingsIn(check, stack.policy, isAdded), findingsIn(check, stack.policy, isKept)];
  const before = removed.check === null ? undefined : findingsIn(removed.check, stack.policy, () => true);
  const adds = countBeyond(fresh, kept, ...(before === undefined ? [] : [before]));
  const removes = before === undefined ? NOTHING : countBeyond(before, fresh, kept);
  return {
    added: added.map((ref) => ({ ref, subject: subjectAt(stack, ref), reasons: reasonsAt(check, ref) })),
    removed: gone.map((ref) => ({
      ref,
      subject: subjectAt(removed.lists, ref),
      resolved: resolvedAt(removed.check, ref, check),
    })),
    adds,
    removes,
    text: editSentence(adds, removes),
  };
}

/** Whether an edit brings or takes away anything that speaks against the stack. */
export function isOfWeight({ adds, removes }: EditReport): boolean {
  return !isNothing(adds) || !isNothing(removes);
}

const NOTHING: EditCounts = { malware: 0, exploited: 0, vulnerabilities: 0, eol: 0, ending_soon: 0, in_doubt: 0 };

function resolvedAt(removed: UnplannedCheck | null, ref: StackRef, now: UnplannedCheck): RemovedEntry['resolved'] {
  if (removed === null || removed[listOf(ref)] === null) return null;
  return reasonsAt(removed, ref).filter(
    ({ level, code, id }) =>
      level !== 'info' && !now.reasons.some((reason) => reason.code === code && reason.id === id),
  );
}

function reasonsAt({ reasons }: UnplannedCheck, ref: StackRef): readonly Reason[] {
  return reasons.filter(({ refs }) => refs.includes(ref));
}

function subjectAt(lists: StackLists, ref: StackRef): string {
  const entry = lists[listOf(ref)][indexOf(ref)];
  if (entry === undefined) throw new Error(`${ref} is no entry`);
  return typeof entry === 'string' ? entry : `${entry.product} ${entry.version}`;
}

function listOf(ref: StackRef): ListName {
  return ref.slice(0, ref.indexOf('/')) as ListName;
}

function indexOf(ref: StackRef): number {
  return Number(ref.slice(ref.indexOf('/') + 1));
}
