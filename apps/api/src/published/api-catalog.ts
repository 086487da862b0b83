import type { Published } from '../catalogue/define-route';
import type { PublishingContext } from './context';
import { publish } from '../catalogue/publish';
import { API_CATALOG_PATH } from '../catalogue/service/documents.route';

/** Media type of the catalogue (RFC 9264), with the profile that makes a linkset an API catalogue. */
export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The API catalogue of this host: a linkset that says where description, documents and status are. */
export function apiCatalog({ baseUrl }: PublishingContext): Published {
  const link = (path: string, type: string): object => ({ href: baseUrl + path, type });
  const linkset = [
    { anchor: baseUrl + API_CATALOG_PATH, item: [{ href: `${baseUrl}/` }] },
    {
      anchor: `${baseUrl}/`,
      'service-desc': [link('/openapi.json', 'application/openapi+json')],
      'service-doc': [
        link('/docs/errors', 'text/html'),
        link('/llms.txt', 'text/plain'),
        link('/llms-full.txt', 'text/plain'),
        link('/skill.md', 'text/markdown'),
      ],
      'service-meta': [
        link('/.well-known/x402', 'application/json'),
        link('/.well-known/jwks.json', 'application/json'),
        link('/.well-known/mcp/server-card.json', 'application/json'),
      ],
      status: [link('/health', 'application/json')],
    },
  ];
  return publish(API_CATALOG_TYPE, JSON.stringify({ linkset }, null, 2));
}
