import type { Published, PublishedDocuments } from '../catalogue/define-route';
import { apiCatalog } from './api-catalog';
import type { PublishingContext } from './context';
import { errorsHtml, errorsJson } from './errors-page';
import { faviconIco, faviconSvg } from './favicon';
import { llmsFull } from './llms-full';
import { llmsTxt } from './llms-txt';
import { mcpServerCard, mcpServerJson } from './mcp-documents';
import { openapi } from './openapi';
import { securityTxt } from './security-txt';
import { robotsTxt, sitemapXml } from './site-files';
import { skillMd } from './skill-md';
import { wellKnownX402 } from './well-known-x402';

/** Every generated document, made once at start; security.txt, which has an expiry, once a day. */
export function publishedDocuments(context: PublishingContext): PublishedDocuments {
  let security: { readonly today: string; readonly document: Published | undefined } | undefined;
  return {
    openapi: openapi(context),
    llmsTxt: llmsTxt(context),
    llmsFull: llmsFull(context),
    skill: skillMd(context),
    errorsHtml: errorsHtml(context.baseUrl),
    errorsJson: errorsJson(context.baseUrl),
    wellKnownX402: wellKnownX402(context),
    apiCatalog: apiCatalog(context),
    mcpServerCard: mcpServerCard(context),
    mcpServerJson: mcpServerJson(context),
    robots: robotsTxt(context),
    sitemap: sitemapXml(context),
    faviconSvg: faviconSvg(),
    faviconIco: faviconIco(),
    security(today) {
      if (security?.today !== today) security = { today, document: securityTxt(context, today) };
      return security.document;
    },
  };
}
