/**
 * WebCrypto, which browsers, workers and Node have as a global: its digests and signatures depend on nothing but what they are
 * given. The random numbers of a new key are the browser's, too.
 */
// eslint-disable-next-line no-restricted-globals -- there is no module to import it from that browsers have
export const { subtle } = globalThis.crypto;
