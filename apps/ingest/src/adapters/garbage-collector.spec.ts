import { garbageCollector, processMemory } from './garbage-collector';

const MIB = 1024 * 1024;

it('gives back at once what nobody needs any more, as often as it is asked', async () => {
  for (let round = 0; round < 2; round += 1) {
    const held = hold();
    // What a weak reference was made of lives to the end of its turn.
    await new Promise((resolve) => setImmediate(resolve));

    processMemory.collect();

    expect(held.deref()).toBeUndefined();
  }
});

it('looks through the whole heap the first time', () => {
  const memory = new FakeMemory(30, 0);

  garbageCollector(memory)();

  expect(memory.collections).toBe(1);
});

it.each([
  ['little, however much the process held before', { objects: 1, buffers: 1 }, 0],
  ['objects', { objects: 16, buffers: 0 }, 1],
  ['buffers', { objects: 0, buffers: 16 }, 1],
])('looks through it again for much alone: %s', (_, { objects, buffers }, collections) => {
  const memory = new FakeMemory(500, 100);
  const collectGarbage = garbageCollector(memory);
  collectGarbage();
  memory.collections = 0;
  memory.mib.objects += objects;
  memory.mib.buffers += buffers;

  collectGarbage();

  expect(memory.collections).toBe(collections);
});

it('counts objects from the last time', () => {
  const memory = new FakeMemory(0, 0);
  const collectGarbage = garbageCollector(memory);
  for (let mib = 0; mib < 64; mib += 1) {
    memory.mib.objects += 1;
    collectGarbage();
  }
  expect(memory.collections).toBe(4);
});

/** In a function of its own, so that nothing names the bytes when it is over. */
function hold(): WeakRef<Uint8Array> {
  return new WeakRef(new Uint8Array(64 * MIB));
}

/** Everything in it is still needed. */
class FakeMemory {
  readonly mib: { objects: number; buffers: number };
  collections = 0;

  constructor(objects: number, buffers: number) {
    this.mib = { objects, buffers };
  }

  objects(): number {
    return this.mib.objects * MIB;
  }

  buffers(): number {
    return this.mib.buffers * MIB;
  }

  collect(): void {
    this.collections += 1;
  }
}
