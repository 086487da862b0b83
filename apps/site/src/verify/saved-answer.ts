/** An answer as somebody saved it. */
export interface SavedAnswer {
  /** Absent where its status line was not saved. */
  readonly status?: number;
  /** By their lower-case names; empty where the body alone was saved. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The address in a command of curl that was copied along. */
  readonly url?: string;
}

/** Bytes of a file as `curl -i` or this site saved it, or of the body alone. */
export function readSavedAnswer(bytes: Uint8Array): SavedAnswer {
  let rest = bytes;
  let read: Pick<SavedAnswer, 'status' | 'headers'> = { headers: {} };
  // An interim answer, such as 100, comes before the final one.
  while (startsWithHttp(rest)) {
    const end = endOfHead(rest);
    if (end === undefined) break;
    read = readHead(new TextDecoder('latin1').decode(rest.subarray(0, end.at)));
    rest = rest.subarray(end.at + end.length);
  }
  return { ...read, body: rest };
}

/**
 * The same of text that was pasted: lines may be those of any system, blank lines may stand around it, and the command may stand before it.
 * A form has one kind of line end, and answers have none at their end.
 */
export function readPastedAnswer(text: string): SavedAnswer {
  const lines = text.replace(/\r\n?/g, '\n').trim();
  const [, command = '', answer = lines] = /^([$#>%\s]*curl\b(?:.*\\\n)*.*)\n+([^]*)$/.exec(lines) ?? [];
  const url = /https?:\/\/[^\s'"\\]+/.exec(command)?.[0];
  const read = readSavedAnswer(new TextEncoder().encode(answer));
  return { ...read, ...(url !== undefined && { url }) };
}

/** An answer as a file that `readSavedAnswer` and `stackcheck verify` read. */
export function writeSavedAnswer({ status = 200, headers, body }: SavedAnswer): Blob {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status}\r\n${fields.join('')}\r\n`;
  return new Blob([head, body as Uint8Array<ArrayBuffer>], { type: 'application/octet-stream' });
}

const HTTP = [...new TextEncoder().encode('HTTP/')];
const [LF, CR] = [10, 13];

function startsWithHttp(bytes: Uint8Array): boolean {
  return HTTP.every((byte, at) => bytes[at] === byte);
}

/** The blank line after the head, in either kind of line end. */
function endOfHead(bytes: Uint8Array): { readonly at: number; readonly length: number } | undefined {
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return { at, length: 2 };
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return { at, length: 3 };
  }
  return undefined;
}

function readHead(text: string): Pick<SavedAnswer, 'status' | 'headers'> {
  const [line = '', ...fields] = text.split(/\r?\n/);
  const status = Number(line.split(' ')[1]);
  const headers = Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).trim().toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  return { ...(Number.isInteger(status) && { status }), headers };
}
