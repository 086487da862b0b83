import { createHash } from 'node:crypto';
import { publish } from '../catalogue/publish';
import type { Published } from '../catalogue/define-route';
import { BASE_STYLE } from './style/base';
import { PARTS_STYLE } from './style/parts';

/** A file that pages load, named after its bytes, so that it never changes under its name. */
export interface Asset {
  /** `site.<hash>.css` */
  readonly name: string;
  /** Its address below the base URL. */
  readonly path: string;
  readonly document: Published;
}

/** The style sheet of all pages. */
export const SITE_STYLE: Asset = asset('site', 'css', 'text/css; charset=utf-8', packed(BASE_STYLE + PARTS_STYLE));

/** Every file that pages load, by name. */
export const ASSETS: ReadonlyMap<string, Asset> = new Map([SITE_STYLE].map((each) => [each.name, each]));

function asset(base: string, extension: string, contentType: string, text: string): Asset {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const name = `${base}.${hash}.${extension}`;
  return { name, path: `/assets/${name}`, document: publish(contentType, text) };
}

function packed(css: string): string {
  return css.replace(/\n+/g, '\n').trim();
}
