// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4). Browsers have it as `crypto.subtle`, but not over plain http.

/** The first 32 binary digits of a root's fraction. */
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;

const PRIMES = Array.from({ length: 310 }, (_, i) => i + 2).filter((n) => {
  for (let d = 2; d * d <= n; ++d) if (n % d === 0) return false;
  return true;
}); // 64 of them
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by));

/** The hash of a text as 64 hexadecimal digits. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const blocks = new DataView(new ArrayBuffer((Math.floor((bytes.length + 8) / 64) + 1) * 64));
  new Uint8Array(blocks.buffer).set(bytes);
  blocks.setUint8(bytes.length, 0x80);
  blocks.setBigUint64(blocks.byteLength - 8, BigInt(bytes.length * 8));
  const hash = Int32Array.from(START);
  const words = new Int32Array(64);
  const word = (i: number) => words[i] as number;
  for (let block = 0; block < blocks.byteLength; block += 64) {
    for (let i = 0; i < 16; ++i) words[i] = blocks.getInt32(block + 4 * i);
    for (let i = 16; i < 64; ++i) {
      const [x, y] = [word(i - 15), word(i - 2)];
      const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      words[i] = word(i - 16) + s0 + word(i - 7) + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; ++i) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const first = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[i] as number) + word(i)) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [i, added] of [a, b, c, d, e, f, g, h].entries()) hash[i] = (hash[i] as number) + added;
  }
  return Array.from(hash, (each) => (each >>> 0).toString(16).padStart(8, "0")).join("");
}
