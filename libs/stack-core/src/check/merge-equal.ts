import { compareRefs, type StackRef } from '../stack';
import { keyOf, type FoundReason, type Reason } from './reason';

/**
 * Reasons that say the same of the same thing are one, with all places where it stands: its `ref` is the first of them. The
 * order of the reasons is kept.
 */
export function mergeEqual(found: readonly FoundReason[]): readonly Reason[] {
  const byMeaning = new Map<string, { readonly reason: FoundReason; readonly refs: StackRef[] }>();
  for (const reason of found) {
    const { ref } = reason;
    const meaning = meaningOf(reason);
    const known = byMeaning.get(meaning);
    if (known === undefined) byMeaning.set(meaning, { reason, refs: [ref] });
    else known.refs.push(ref);
  }
  return [...byMeaning.values()].map(({ reason, refs: places }) => {
    // Most stand at one place.
    const refs = places.length === 1 ? places : [...new Set(places)].sort(compareRefs);
    return {
      level: reason.level,
      code: reason.code,
      key: keyOf(reason),
      ref: refs[0] ?? reason.ref,
      refs,
      id: reason.id,
      text: reason.text,
    };
  });
}

/** What a reason says, wherever it stands. Levels and codes hold no blanks, and texts are long: they are compared as they are. */
function meaningOf({ level, code, id, text, purl = '' }: FoundReason): string {
  return `${level} ${code} ${id.length} ${purl.length} ${id} ${purl} ${text}`;
}
