/** Upstream's document has not the shape we read. */
export class UpstreamShapeError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'UpstreamShapeError';
  }
}
