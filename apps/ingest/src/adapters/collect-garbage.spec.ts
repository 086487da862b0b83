import { collectGarbage } from './collect-garbage';

const BYTES = 64 * 1024 * 1024;

it('gives back at once what nobody needs any more, as often as it is asked', async () => {
  for (let round = 0; round < 2; round += 1) {
    const held = hold();
    // What a weak reference was made of lives to the end of its turn.
    await new Promise((resolve) => setImmediate(resolve));

    collectGarbage();

    expect(held.deref()).toBeUndefined();
  }
});

/** In a function of its own, so that nothing names the bytes when it is over. */
function hold(): WeakRef<Uint8Array> {
  return new WeakRef(new Uint8Array(BYTES));
}
