/**
 * Advances of the printable ASCII characters in Verdana, in thousandths of the font size, from the blank to the tilde. DejaVu
 * Sans, which is what Linux has in its place, is as wide to a few hundredths.
 */
const ADVANCES = (
  '352 394 459 818 636 1076 727 269 454 454 636 818 364 454 364 454 ' +
  '636 636 636 636 636 636 636 636 636 636 454 454 818 818 818 545 ' +
  '1000 684 686 698 771 632 575 775 751 421 455 693 557 843 748 787 ' +
  '603 787 695 684 616 732 684 989 685 615 685 454 454 454 818 636 ' +
  '636 601 623 521 623 596 352 623 633 274 344 592 274 973 633 607 ' +
  '623 623 427 521 394 633 592 818 592 592 525 635 454 635 818'
)
  .split(' ')
  .map(Number);

/** Latin letters with marks, Greek and Cyrillic are about this wide; what is drawn in a square is as wide as high. */
const LETTER = 650;
const SQUARE = 1_000;
const FIRST_SQUARE = 0x2e80;

/** About how wide a text is in Verdana, in units of the font size that is given. */
export function textWidth(text: string, fontSize: number): number {
  let thousandths = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    thousandths += ADVANCES[point - 0x20] ?? (point < FIRST_SQUARE ? LETTER : SQUARE);
  }
  return (thousandths * fontSize) / 1_000;
}
