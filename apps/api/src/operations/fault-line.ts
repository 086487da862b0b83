/** What may be logged of an unexpected fault. */
export interface FaultLine {
  readonly name: string;
  readonly code?: string;
  readonly message: string;
  /** Where it happened: the frames of the stack, without the message that heads it. */
  readonly frames: readonly string[];
}

const MESSAGE_CHARS_MAX = 200;
const FRAMES_MAX = 12;

/**
 * Describes a fault without repeating what a caller or a configuration put into it. A parser's message quotes its input,
 * which may be a payment; a client's message may quote a URL with its key.
 */
export function faultLine(error: unknown): FaultLine {
  const fault = (typeof error === 'object' && error !== null ? error : {}) as Partial<Error> & { code?: unknown };
  const name = typeof fault.name === 'string' ? fault.name : typeof error;
  const message = typeof fault.message === 'string' && name !== 'SyntaxError' ? scrubbed(fault.message) : '';
  const frames = (typeof fault.stack === 'string' ? fault.stack : '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .*\)?$/.test(line) && /:\d+:\d+\)?$/.test(line))
    .slice(0, FRAMES_MAX);
  return { name, ...(typeof fault.code === 'string' ? { code: fault.code } : {}), message, frames };
}

/**
 * A text of others without what it may have been given in confidence: quoted parts, URLs and long unbroken words come from outside
 * more often than from the program. Names in small letters, as facilitators give their reasons, stay.
 */
export function scrubbed(text: string): string {
  return text
    .replace(/(["'`])(?:(?!\1).){1,}\1/gs, '$1…$1')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .replace(/[\w+/=.~-]{24,}/g, (word) => (/^[a-z_]+$/.test(word) ? word : '…'))
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .slice(0, MESSAGE_CHARS_MAX);
}
