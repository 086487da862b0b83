import { createHash } from 'node:crypto';
import { Html } from '@stackcheck/pictures/markup';
import { BASE_STYLE } from './base';
import { PARTS_STYLE } from './parts';

const TEXT = (BASE_STYLE + PARTS_STYLE).replace(/\n+/g, '\n').trim();

/**
 * The style of all pages, as an element of their heads: a sheet of its own would be asked for first, and until it came nothing would be
 * painted.
 */
export const SITE_STYLE = new Html(`<style>${TEXT}</style>`);

/** What a Content-Security-Policy names it by in `style-src`: this style, and no other, may stand in a page. */
export const SITE_STYLE_SOURCE = `'sha256-${createHash('sha256').update(TEXT).digest('base64')}'`;
