import type { Published } from '../catalogue/define-route';
import type { PublishingContext } from './context';
import { publish } from '../catalogue/publish';

/** Nothing is kept from crawlers: what is sold answers 402, which is how directories find it. */
export function robotsTxt({ baseUrl }: PublishingContext): Published {
  return publish('text/plain; charset=utf-8', `User-agent: *\nAllow: /\n\nSitemap: ${baseUrl}/sitemap.xml\n`);
}

/** The pages for people, and the documents that machines read first (sitemaps.org). */
export function sitemapXml({ baseUrl, routes }: PublishingContext): Published {
  const isPage = (type: string): boolean => /^text\/(html|plain|markdown)/.test(type);
  const pages = routes.filter(
    (route) =>
      route.method === 'GET' &&
      route.price === 'free' &&
      route.listed !== false &&
      !route.path.includes('{') &&
      isPage(route.output.contentType),
  );
  const urls = pages.map(({ path }) => `  <url><loc>${xmlText(baseUrl + path)}</loc></url>`);
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
  return publish('application/xml; charset=utf-8', text);
}

function xmlText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
