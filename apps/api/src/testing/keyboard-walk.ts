import type { Page } from 'playwright-core';

/** What a keyboard reaches of a page, and how. */
export interface KeyboardWalk {
  /** Things to act on that the Tab key never came to. */
  readonly missed: readonly string[];
  /** Those that do not show that they have the focus, or show it where nobody looks. */
  readonly unseen: readonly string[];
  /** How many it came to. */
  readonly reached: number;
  /** Whether the order is that of the page. */
  readonly isInOrder: boolean;
}

const STEPS_MAX = 600;

/** Walks through a page with the Tab key alone, until it has been everywhere. */
export async function walkByKeyboard(page: Page): Promise<KeyboardWalk> {
  await page.evaluate(BEGIN);
  for (let steps = 0; steps < STEPS_MAX; steps++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(STEP)) break;
  }
  return page.evaluate(END);
}

// Texts, since they are evaluated in the page: what compilers add to functions is not there.
const BEGIN = `(() => {
  window.walk = { at: [], unseen: [] };
  document.activeElement?.blur?.();
})()`;

const STEP = `(() => {
  const { walk } = window, element = document.activeElement;
  if (element === null || element === document.body || walk.at.includes(element)) return true;
  walk.at.push(element);
  const { outlineStyle, outlineWidth, borderStyle } = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const isShown = box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  if (outlineStyle === 'none' || outlineWidth === '0px' || !isShown) walk.unseen.push(element.outerHTML.slice(0, 120));
  return false;
})()`;

const END = `(() => {
  const { at, unseen } = window.walk;
  const all = [...document.querySelectorAll('a[href],button,input,select,textarea,summary,[tabindex="0"]')].filter(
    (element) => !element.disabled && element.type !== 'hidden' && element.checkVisibility({ visibilityProperty: true }),
  );
  const isInOrder = at.every((element, index) => {
    return index === 0 || at[index - 1].compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
  });
  const missed = all.filter((element) => !at.includes(element)).map((element) => element.outerHTML.slice(0, 120));
  return { missed, unseen, reached: at.length, isInOrder: Boolean(isInOrder) };
})()`;
