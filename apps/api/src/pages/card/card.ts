import type { EolCycle } from '@stackcheck/eol-core';
import { timelineGeometry } from '@stackcheck/pictures/geometry';
import { COLORS } from '@stackcheck/pictures/colors';
import { drawnCycles, supportOf } from '../product/support';
import { IndexedPicture } from './png';

/** The size that social networks ask for. */
export const CARD_WIDTH = 1_200;
export const CARD_HEIGHT = 630;

const { paper, line, pass, active, security, extended, today: todayColor } = COLORS.light;
const BAR_COLORS = { active, security, extended } as const;
const MARGIN = 80;
const TOP = 150;
const ROWS_MAX = 9;

/** The stack of the icon, in its units of a sixteenth. */
const ICON = [
  [4, 3, 8, 3],
  [3, 7, 10, 3],
  [1, 11, 14, 3],
] as const;
const ICON_UNIT = 5;

/**
 * The card of a product: its timeline, and the icon. It has no letters, which would need a font of ours: networks write title and
 * description under it.
 * @param cycles none where they are not shown for nothing
 */
export function cardPng(cycles: readonly EolCycle[], day: string): Uint8Array {
  const card = new IndexedPicture(CARD_WIDTH, CARD_HEIGHT, [
    ...new Set([paper, line, pass, active, security, extended, todayColor]),
  ]);
  for (const [x, y, width, height] of ICON)
    card.fill(pass, {
      x: MARGIN + x * ICON_UNIT,
      y: 48 + y * ICON_UNIT,
      width: width * ICON_UNIT,
      height: height * ICON_UNIT,
    });
  const drawn = drawnCycles(cycles).slice(0, ROWS_MAX).map(supportOf);
  const geometry = timelineGeometry(drawn, day, CARD_WIDTH - 2 * MARGIN);
  if (geometry === undefined) return card.png();
  const rowHeight = (CARD_HEIGHT - TOP - 60) / geometry.rows.length;
  const thickness = Math.min(44, rowHeight * 0.6);
  for (const { x } of geometry.years)
    card.fill(line, { x: MARGIN + x, y: TOP, width: 2, height: CARD_HEIGHT - TOP - 40 });
  geometry.rows.forEach(({ bars }, row) => {
    for (const { kind, x, width } of bars)
      card.fill(BAR_COLORS[kind], { x: MARGIN + x, y: TOP + row * rowHeight + 10, width, height: thickness });
  });
  card.fill(todayColor, { x: MARGIN + geometry.today, y: TOP - 10, width: 4, height: CARD_HEIGHT - TOP - 20 });
  return card.png();
}
