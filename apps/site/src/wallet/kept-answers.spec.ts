import { forgetAnswers, keepAnswer, keptAnswers, type PaidAnswer } from './kept-answers';

/** A browser's storage with room for so many characters. */
function storage(room: number): Storage {
  const texts = new Map<string, string>();
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem(name: string, text: string) {
      if (text.length > room) throw new Error('QuotaExceededError');
      texts.set(name, text);
    },
    removeItem: (name: string) => void texts.delete(name),
  } as Storage;
}

function answer(name: string, bytes = 10): PaidAnswer {
  return {
    ...{ method: 'GET', url: 'https://a.example/v1', asked: null, at: '2026-11-23T12:00:00.000Z', status: 200 },
    headers: { signature: name },
    body: new Uint8Array(bytes).fill(0xff),
  };
}

const names = (kept: readonly PaidAnswer[]): readonly (string | undefined)[] =>
  kept.map(({ headers }) => headers['signature']);

describe('answers that were paid for', () => {
  it('are kept byte by byte, the newest first, by address and method', () => {
    const place = storage(100_000);
    for (const name of ['a', 'b']) expect(keepAnswer(place, answer(name))).toBe(true);
    keepAnswer(place, { ...answer('c'), url: 'https://a.example/v2' });

    expect(keptAnswers(place, 'GET', 'https://a.example/v1')).toEqual([answer('b'), answer('a')]);
    expect(keptAnswers(place, 'POST', 'https://a.example/v1')).toEqual([]);
    forgetAnswers(place);
    expect(keptAnswers(place, 'GET', 'https://a.example/v2')).toEqual([]);
  });

  it('that come a second time are one', () => {
    const place = storage(100_000);
    for (const name of ['a', 'b', 'a']) keepAnswer(place, answer(name));

    expect(names(keptAnswers(place, 'GET', answer('a').url))).toEqual(['a', 'b']);
  });

  it('make room for the newest, and are never lost for one that finds none', () => {
    const place = storage(1_500);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) keepAnswer(place, answer(name));
    const kept = names(keptAnswers(place, 'GET', answer('a').url));
    expect(kept[0]).toBe('h');
    expect(kept.length).toBeGreaterThan(1);

    expect(keepAnswer(place, answer('too large', 2_000))).toBe(false);
    expect(names(keptAnswers(place, 'GET', answer('a').url))).toEqual(kept);
  });

  it('are none where another program wrote there', () => {
    const place = storage(1_000);
    for (const text of ['{', '7', 'null']) {
      place.setItem('stackcheck.answers', text);
      expect(keptAnswers(place, 'GET', 'x')).toEqual([]);
    }
  });
});
