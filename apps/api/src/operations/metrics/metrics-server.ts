import { createServer, type Server } from 'node:http';

/** A text for a scraper. */
export interface Scrape {
  readonly contentType: string;
  readonly body: string;
}

/** Answers `GET /metrics`, and 404 to everything else. @param scrape what is measured, as of now */
export function metricsServer(scrape: () => Promise<Scrape>): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    scrape()
      .then(({ contentType, body }) => response.writeHead(200, { 'Content-Type': contentType }).end(body))
      .catch(() => response.writeHead(500).end());
  });
}
