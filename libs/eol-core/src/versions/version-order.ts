/**
 * The numbers at the start of a version (`1.10.3-rc1` → `[1, 10, 3]`), or undefined when it does not start with a digit.
 * Numbers beyond 2^53 are rounded, which may make two of them equal but never reverses them.
 */
export function leadingNumbers(version: string): readonly number[] | undefined {
  const digits = /^\d+(?:\.\d+)*/.exec(version);
  return digits === null ? undefined : digits[0].split('.').map(Number);
}

/** The numbers of a version that consists of nothing else (`2025.1`), or undefined. */
export function plainNumbers(version: string): readonly number[] | undefined {
  return /^\d+(?:\.\d+)*$/.test(version) ? version.split('.').map(Number) : undefined;
}

/**
 * Orders versions number by number, so that 1.9 < 1.10 and 8.8 < 8.10. A missing number counts as 0 (9 equals 9.0).
 * Negative: `a` is the older one; 0: neither; positive: `b` is.
 */
export function compareVersions(a: readonly number[], b: readonly number[]): number {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const one = a[at] ?? 0;
    const other = b[at] ?? 0;
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}
