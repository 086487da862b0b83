/** The letters of a text as bits, the same bit for every 32nd character: enough to see that two texts cannot be alike. */
export function letterSet(text: string): number {
  let set = 0;
  for (let at = 0; at < text.length; at++) set |= 1 << (text.charCodeAt(at) & 31);
  return set;
}

/** How many letters of one set are not in another; at most as many as the texts differ in. */
export function missingLetters(from: number, other: number): number {
  // The bits of a word counted by halves (Warren, Hacker's Delight, 5-1).
  let bits = from & ~other;
  bits -= (bits >>> 1) & 0x5555_5555;
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
