import { collectGarbage } from './collect-garbage';

const BYTES = 64 * 1024 * 1024;

it('gives back at once what nobody needs any more, as often as it is asked', () => {
  for (let round = 0; round < 2; round += 1) {
    const held = hold();
    expect(held).toBeGreaterThanOrEqual(BYTES);

    collectGarbage();

    expect(process.memoryUsage().arrayBuffers).toBeLessThan(held - BYTES / 2);
  }
});

/** In a function of its own, so that nothing names the bytes when it is over. */
function hold(): number {
  const bytes = new Uint8Array(BYTES);
  bytes[0] = 1;
  return process.memoryUsage().arrayBuffers * bytes[0];
}
