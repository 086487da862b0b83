import { element } from '../dom/element';
import type { StackRequest } from '@stackcheck/inventory/stack';

/** The request as it can be sent from elsewhere. */
export function shownRequest(url: string, { body }: StackRequest): HTMLElement {
  const json = JSON.stringify(body);
  const curl = `curl -i '${url}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${json.replaceAll("'", "'\\''")}'`;
  const typescript = `// pay: fetch of any x402 client
const response = await pay('${url}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),
});`;
  return element('div', {}, block('curl', curl), block('TypeScript', typescript));
}

function block(label: string, text: string): HTMLElement {
  return element(
    'details',
    {},
    element('summary', {}, label),
    element('pre', { tabindex: '0', role: 'region', 'aria-label': label }, element('code', {}, text)),
  );
}
