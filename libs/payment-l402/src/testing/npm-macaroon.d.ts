/** What the tests use of npm `macaroon`, which ships no types. */
declare module 'macaroon' {
  export interface NpmMacaroon {
    readonly identifier: Uint8Array;
    readonly location: string;
    readonly signature: Uint8Array;
    addFirstPartyCaveat(caveat: string): void;
    exportBinary(): Uint8Array;
    /** Throws unless the signature is right and the check returns null for each first-party caveat. */
    verify(rootKey: Uint8Array, check: (caveat: string) => string | null): void;
  }
  export function importMacaroon(macaroon: Uint8Array | string): NpmMacaroon;
  export function newMacaroon(parts: {
    readonly version: 2;
    readonly rootKey: Uint8Array;
    readonly identifier: Uint8Array;
    readonly location: string;
  }): NpmMacaroon;
}
