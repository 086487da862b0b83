/**
 * SHA-256 (FIPS 180-4) of bytes, or of a text's UTF-8, in lower-case hex. The same as the main entry's, without anything of a
 * platform: for short texts in browsers, whose own digests are promises.
 */
export function sha256Hex(data: Uint8Array | string): string {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  const state = FIRST_STATE.slice();
  const whole = bytes.length - (bytes.length % BLOCK_BYTES);
  for (let at = 0; at < whole; at += BLOCK_BYTES) mix(state, bytes, at);
  const rest = padded(bytes, whole);
  for (let at = 0; at < rest.length; at += BLOCK_BYTES) mix(state, rest, at);
  let hex = '';
  for (let n = 0; n < state.length; n++) hex += hexOf(state[n]!);
  return hex;
}

const BLOCK_BYTES = 64;

/** What is left after whole blocks, then a bit, zeros, and the number of bits (5.1.1): one block or two. */
function padded(bytes: Uint8Array, from: number): Uint8Array {
  const left = bytes.length - from;
  const last = new Uint8Array(left < BLOCK_BYTES - 8 ? BLOCK_BYTES : 2 * BLOCK_BYTES);
  for (let at = 0; at < left; at++) last[at] = bytes[from + at]!;
  last[left] = 0x80;
  // Byte by byte, from the last on.
  for (let at = last.length - 1, bits = bytes.length * 8; bits > 0; at--, bits = Math.floor(bits / 256))
    last[at] = bits & 255;
  return last;
}

/** Eight hex digits of a word. */
function hexOf(word: number): string {
  return ((word >>> 16) | 0x1_0000).toString(16).slice(1) + ((word & 0xffff) | 0x1_0000).toString(16).slice(1);
}

/** One block into the state (6.2.2). */
function mix(state: Int32Array, block: Uint8Array, at: number): void {
  const w = SCHEDULE;
  for (let t = 0, byte = at; t < 16; t++, byte += 4) {
    w[t] = (block[byte]! << 24) | (block[byte + 1]! << 16) | (block[byte + 2]! << 8) | block[byte + 3]!;
  }
  for (let t = 16; t < 64; t++) {
    const early = w[t - 15]!;
    const late = w[t - 2]!;
    const sigma0 = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const sigma1 = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    w[t] = (w[t - 16]! + sigma0 + w[t - 7]! + sigma1) | 0;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let t = 0; t < 64; t++) {
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + sum1 + ((e & f) ^ (~e & g)) + ROUND_WORDS[t]! + w[t]!) | 0;
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

/** Room for the 64 words of a block, which are written before they are read. */
const SCHEDULE = /* @__PURE__ */ new Int32Array(64);

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const ROUND_WORDS = /* @__PURE__ */ words(`
  428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5
  d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174
  e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da
  983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967
  27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85
  a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070
  19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3
  748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2`);

/** The same of the square roots of the first eight (5.3.3). */
const FIRST_STATE = /* @__PURE__ */ words(`
  6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19`);

function words(text: string): Int32Array {
  return Int32Array.from(text.trim().split(/\s+/), (hex) => parseInt(hex, 16));
}
