/** A key, or a set of keys, cannot be used. The message never holds key material. */
export class KeyError extends Error {
  readonly code = 'invalid_key';
  /** The member at fault, e.g. `keys[2].x`; empty where it is the whole. */
  readonly place: string;

  constructor(message: string, { place = '', ...options }: { readonly cause?: unknown; readonly place?: string } = {}) {
    super(message, options);
    this.name = 'KeyError';
    this.place = place;
  }

  /** The same fault of a key that stands somewhere, e.g. at `keys[2]`. */
  at(parent: string): KeyError {
    return new KeyError(this.message, { cause: this, place: this.place === '' ? parent : `${parent}.${this.place}` });
  }
}
