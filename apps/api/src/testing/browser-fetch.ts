/** Request headers that need no permission (Fetch standard, CORS-safelisted request-header). */
const SAFE_REQUEST = new Set(['accept', 'accept-language', 'content-language', 'range']);
const SAFE_CONTENT_TYPES = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);

/** Response headers that a page may read without permission (Fetch standard, CORS-safelisted response-header name). */
const SAFE_RESPONSE = new Set([
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
]);

/**
 * `fetch` as a page of another origin has it: what the Fetch standard (section 4, "CORS protocol") makes of a request
 * without credentials. Asks for permission first where the request needs it, and shows only what the answer exposes.
 * @throws TypeError where a browser would, with the reason that it would only tell its console
 */
export function browserFetch(origin: string): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const method = request.method;
    const needed = [...request.headers.keys()].filter((name) => !isSafe(name, request.headers.get(name)!));
    if (!['GET', 'HEAD', 'POST'].includes(method) || needed.length > 0)
      await preflight(origin, request.url, method, needed);
    request.headers.set('origin', origin);
    const response = await fetch(request);
    requireOrigin(response);
    const exposed = new Set([...SAFE_RESPONSE, ...namesIn(response.headers.get('access-control-expose-headers'))]);
    const headers = [...response.headers].filter(([name]) => exposed.has(name));
    const body = [204, 304].includes(response.status) ? null : await response.arrayBuffer();
    return new Response(body, { status: response.status, headers });
  };
}

async function preflight(origin: string, url: string, method: string, needed: readonly string[]): Promise<void> {
  const response = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': [...needed].sort().join(','),
    },
  });
  requireOrigin(response);
  if (!response.ok) throw new TypeError(`the preflight was answered with ${response.status}`);
  const methods = namesIn(response.headers.get('access-control-allow-methods'));
  if (!methods.includes(method.toLowerCase())) throw new TypeError(`the method ${method} is not allowed`);
  const allowed = namesIn(response.headers.get('access-control-allow-headers'));
  const refused = needed.find(
    (name) => !allowed.includes(name) && (name === 'authorization' || !allowed.includes('*')),
  );
  if (refused !== undefined) throw new TypeError(`the header ${refused} is not allowed`);
}

function requireOrigin(response: Response): void {
  const allowed = response.headers.get('access-control-allow-origin');
  if (allowed !== '*') throw new TypeError(`the answer is for the origin ${String(allowed)}`);
  if (response.headers.has('access-control-allow-credentials')) throw new TypeError('credentials with any origin');
}

function isSafe(name: string, value: string): boolean {
  if (name === 'content-type') return SAFE_CONTENT_TYPES.has(value.replace(/;.*$/, '').trim().toLowerCase());
  return SAFE_REQUEST.has(name) && value.length <= 128;
}

function namesIn(list: string | null): string[] {
  return (list ?? '').split(',').map((name) => name.trim().toLowerCase());
}
