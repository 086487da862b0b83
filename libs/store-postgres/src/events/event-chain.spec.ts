import { chainHash, EventChain, NO_SEAL, type ChainedEvent } from './event-chain';

const event = (seq: number, paymentId = seq): ChainedEvent => ({
  seq,
  paymentId,
  at: 5,
  state: 'settling',
  detail: '',
});

describe('the chain of a boot', () => {
  it('numbers events, and its times do not go back', () => {
    const chain = new EventChain();

    expect([chain.next(9), chain.next(4), chain.next(11)]).toEqual([
      { seq: 1, at: 9 },
      { seq: 2, at: 9 },
      { seq: 3, at: 11 },
    ]);
  });

  it('seals in order of numbers, whichever statement ends first; what was not written leaves a gap', () => {
    const chain = new EventChain();
    for (let n = 0; n < 4; n++) chain.next(5);

    chain.learn([3], [event(3)]);
    const early = chain.seal;
    chain.learn([1, 2], [event(2)]);

    expect(early).toEqual(NO_SEAL);
    expect(chain.seal).toEqual({ toSeq: 3, hash: chainHash(chainHash(NO_SEAL.hash, event(2)), event(3)) });
  });

  it('waits for what may have been written', () => {
    const chain = new EventChain();
    for (let n = 0; n < 2; n++) chain.next(5);
    chain.doubt([1]);
    chain.learn([2], [event(2)]);
    const waiting = [chain.seal.toSeq, chain.doubts];

    chain.learn([1], [{ ...event(1, 0), state: 'void' }]);

    expect(waiting).toEqual([0, [1]]);
    expect([chain.seal.toSeq, chain.doubts]).toEqual([2, []]);
  });

  it('differs with every part of an event', () => {
    const changes: Partial<ChainedEvent>[] = [{ seq: 2 }, { paymentId: 2 }, { at: 6 }, { state: 'x' }, { detail: 'x' }];
    const hashes = changes.map((change) => chainHash(NO_SEAL.hash, { ...event(1), ...change }));

    expect(new Set([...hashes, chainHash(NO_SEAL.hash, event(1))]).size).toBe(6);
  });
});
