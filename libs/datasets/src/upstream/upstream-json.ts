import { UpstreamShapeError } from './upstream-shape-error';

/** A document of upstream's: its text, the bytes of that in UTF-8, or what `JSON.parse` made of it. */
export type UpstreamJson = string | Uint8Array | object;

/**
 * The value of a JSON document.
 * @throws UpstreamShapeError with code `not_json`
 */
export function parseUpstreamJson(json: UpstreamJson): unknown {
  const text = textOfJson(json);
  if (text === undefined) return json;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(cause);
  }
}

/**
 * The text of a JSON document, undefined where it was parsed before.
 * @throws UpstreamShapeError with code `not_json` where bytes are no UTF-8
 */
export function textOfJson(json: UpstreamJson): string | undefined {
  if (typeof json === 'string') return json;
  if (!ArrayBuffer.isView(json)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(json as Uint8Array);
  } catch (cause) {
    throw notJson(cause);
  }
}

function notJson(cause: unknown): UpstreamShapeError {
  return new UpstreamShapeError('upstream sent no JSON text in UTF-8', { code: 'not_json', cause });
}
