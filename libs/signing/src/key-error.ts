/** A key cannot be used. The message never holds key material. */
export class KeyError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'KeyError';
  }
}
