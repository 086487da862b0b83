/**
 * The order of texts by their code points, which is that of their UTF-8 bytes: SQLite's, and that of a pack. It differs from the order of
 * JavaScript's strings where surrogates meet U+E000 to U+FFFF.
 */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

const rank = (unit: number): number => (unit < 0xd800 || unit > 0xdfff ? unit : unit + 0x10000);
