import { BASE, NAME_LENGTH_MAX, POWERS, valueOf } from './name-hash';
import type { NameSet } from './name-set';

/**
 * Texts one edit away from a name (a character left out, put in or replaced, or two neighbours swapped) that the set may hold,
 * each once. None that it holds is missing. Some dozen microseconds for a name of twenty characters, since every edit is
 * looked up by its hash alone.
 */
export function nearNames(name: string, set: NameSet): readonly string[] {
  const { length } = name;
  if (length === 0 || length > NAME_LENGTH_MAX) return [];
  const found = new Set<string>();
  const edits = new Edits(name, set, found);
  if (set.hasLength(length - 1)) edits.leaveOut();
  if (set.hasLength(length)) {
    edits.swap();
    edits.replace();
  }
  if (set.hasLength(length + 1)) edits.putIn();
  found.delete(name);
  return [...found];
}

/** Of the name that is being asked about: no two are at a time, and arrays of ten thousand names keep the collector busy. */
const BEFORE = /* @__PURE__ */ new Int32Array(NAME_LENGTH_MAX + 1);
const AFTER = /* @__PURE__ */ new Int32Array(NAME_LENGTH_MAX + 1);

/** All edits of one kind, by the hashes of what stands before and after the place. */
class Edits {
  private readonly before = BEFORE;
  private readonly after = AFTER;

  constructor(
    private readonly name: string,
    private readonly set: NameSet,
    private readonly found: Set<string>,
  ) {
    const { length } = name;
    this.after[length] = 0;
    for (let at = 0; at < length; at++) {
      this.before[at + 1] = Math.imul(this.before[at] as number, BASE) + valueOf(name.charCodeAt(at));
    }
    for (let at = length - 1; at >= 0; at--) {
      this.after[at] =
        Math.imul(valueOf(name.charCodeAt(at)), POWERS[length - 1 - at] as number) + (this.after[at + 1] as number);
    }
  }

  leaveOut(): void {
    const { name } = this;
    for (let at = 0; at < name.length; at++)
      if (this.mayHold(this.before[at] as number, at + 1)) this.found.add(cut(name, at, at + 1, ''));
  }

  swap(): void {
    const { name } = this;
    for (let at = 0; at + 1 < name.length; at++) {
      const [first, second] = [name.charCodeAt(at), name.charCodeAt(at + 1)];
      if (first === second) continue;
      const start = Math.imul(Math.imul(this.before[at] as number, BASE) + valueOf(second), BASE) + valueOf(first);
      if (this.mayHold(start, at + 2)) this.found.add(cut(name, at, at + 2, String.fromCharCode(second, first)));
    }
  }

  replace(): void {
    const { name } = this;
    for (let at = 0; at < name.length; at++) this.tryUnits(at, at + 1);
  }

  putIn(): void {
    for (let at = 0; at <= this.name.length; at++) this.tryUnits(at, at);
  }

  /** Every character of the set's names in the place from `at` to before `end`. */
  private tryUnits(at: number, end: number): void {
    const { name, set } = this;
    const start = Math.imul(this.before[at] as number, BASE);
    const power = POWERS[name.length - end] as number;
    const rest = this.after[end] as number;
    const { values } = set;
    for (let n = 0; n < values.length; n++) {
      if (!set.mayHold((Math.imul((start + (values[n] as number)) | 0, power) + rest) | 0)) continue;
      this.found.add(cut(name, at, end, String.fromCharCode(set.alphabet[n] as number)));
    }
  }

  /** Whether the set may hold what begins with a hash and goes on with the name from `end` on. */
  private mayHold(start: number, end: number): boolean {
    const hash = Math.imul(start | 0, POWERS[this.name.length - end] as number) + (this.after[end] as number);
    return this.set.mayHold(hash | 0);
  }
}

function cut(name: string, at: number, end: number, instead: string): string {
  return name.slice(0, at) + instead + name.slice(end);
}
