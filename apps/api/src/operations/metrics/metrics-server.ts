import { createServer, type RequestListener, type Server } from 'node:http';

/** A text for a scraper. */
export interface Scrape {
  readonly contentType: string;
  readonly body: string;
}

/**
 * Answers `GET /metrics`.
 * @param scrape what is measured, as of now
 * @param others answers everything else; 404 when absent
 */
export function metricsServer(scrape: () => Promise<Scrape>, others?: RequestListener): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics')
      return others ? others(request, response) : void response.writeHead(404).end();
    scrape()
      .then(({ contentType, body }) => response.writeHead(200, { 'Content-Type': contentType }).end(body))
      .catch(() => response.writeHead(500).end());
  });
}
