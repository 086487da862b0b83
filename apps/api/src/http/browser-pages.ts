import type { IncomingMessage } from 'node:http';
import type { ServiceError } from '@stackcheck/contract';
import type { AnyRoute } from '../catalogue/define-route';

/** What a person sees where a program gets JSON: the same status and headers, with a page as body. */
export interface BrowserPages {
  /** The 402 of a route that was opened in a browser. */
  offer(route: AnyRoute, resource: string): string;
  /** An error, with what may have been meant. */
  error(error: ServiceError, path: string): string;
}

/** The request headers that decide between page and JSON. */
export const BROWSER_VARY = 'Accept, Sec-Fetch-Mode';

/** Whether a person sees what is answered: a browser is being navigated, or sent a form of a page. */
export function takesPages({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return isNavigation({ method: method === 'POST' ? 'GET' : method, headers });
}

/** Whether a browser is being navigated, by a person: a page's own requests say another mode (Fetch metadata), programs say none. */
export function isNavigation({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && method === 'GET' && (headers.accept ?? '').includes('text/html');
}
