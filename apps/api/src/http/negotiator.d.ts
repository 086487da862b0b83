/** What is used of negotiator, which declares no types. */
declare module 'negotiator' {
  export class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string | undefined>> });
    /** Those of the available codings that are acceptable, the best first; of equal weights in the order preferred. */
    encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
    /** Those of the available media types that are acceptable, the best first; of equal weights in the order of the header. All without one. */
    mediaTypes(available: readonly string[]): string[];
  }
}
