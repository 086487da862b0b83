/**
 * The number of terminal columns that a text takes: two for wide characters (East Asian Wide and Fullwidth, emoji), none for
 * combining marks and what joins characters, one for others. The text holds no control characters.
 */
export function displayWidth(text: string): number {
  if (ONE_EACH.test(text)) return text.length;
  let width = 0;
  for (const cluster of clustersOf(text)) width += clusterWidth(cluster);
  return width;
}

/** The characters of a text as people count them, each with its combining marks. */
export function clustersOf(text: string): readonly string[] {
  if (ONE_EACH.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Columns of one of `clustersOf`. */
export function clusterWidth(cluster: string): number {
  // Nearly all that is ever printed.
  if (cluster.length === 1 && ONE_EACH.test(cluster)) return 1;
  if (/^\p{RI}{2}|^\p{Emoji_Presentation}|\ufe0f/u.test(cluster)) return 2;
  let width = 0;
  for (const character of cluster) width += pointWidth(character);
  return width;
}

/** What takes one column each and joins nothing: ASCII, and what shortened texts have in their middle. */
const ONE_EACH = /^[\x20-\x7e…]*$/;
/** Made when it is needed: it takes longer than all else that a start takes. */
let segmenter: Intl.Segmenter | undefined;

function pointWidth(character: string): number {
  // Vowels and final consonants of Hangul join the syllable that a leading consonant begins.
  if (/[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]/u.test(character)) return 0;
  const point = character.codePointAt(0) ?? 0;
  return WIDE.some(([first, last]) => point >= first && point <= last) ? 2 : 1;
}

/** Blocks whose characters are Wide or Fullwidth (UAX 11, by block, since a block's unassigned points are wide, too). */
const WIDE: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18d08],
  [0x1aff0, 0x1b2fb],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];
