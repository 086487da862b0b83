import { FixedClock } from '@stackcheck/contract/testing';
import { DownloadPlaces } from './download-places';

const MEBIBYTE = 1024 * 1024;

/** Four places, one of them kept for first deliveries. Readers are named by the number of their payment. */
function harness() {
  const clock = new FixedClock();
  const places = new DownloadPlaces(clock, 4);
  const cut: number[] = [];
  const take = (payment: number, wasDelivered = false) =>
    places.take({ payment, wasDelivered, cut: () => cut.push(payment) });
  const takeAll = (...payments: number[]) => payments.map((payment) => take(payment)!);
  return { clock, places, cut, take, takeAll };
}

test('a payment has one place: coming again takes it over, and the one before frees nothing', () => {
  const { cut, take, takeAll, places } = harness();
  const [before] = takeAll(1, 2, 3, 4);

  for (let count = 0; count < 10; count++) expect(take(1)).toBeDefined();
  before!.leave();

  expect(cut).toEqual(Array<number>(10).fill(1));
  expect([places.hasRoom(), take(5)]).toEqual([false, undefined]);
});

test('the slowest reader gives way once it is known to be slow, and nobody who reads fast', () => {
  const { clock, cut, take, takeAll } = harness();
  const [one, two, three, four] = takeAll(1, 2, 3, 4);
  clock.advance(4_999);
  expect(take(5)).toBeUndefined();

  clock.advance(5_001);
  one!.sent(11 * MEBIBYTE);
  two!.sent(2 * MEBIBYTE);
  three!.sent(MEBIBYTE);
  four!.sent(11 * MEBIBYTE);

  expect([take(5), take(6), take(7)]).toEqual([expect.anything(), expect.anything(), undefined]);
  expect(cut).toEqual([3, 2]);
});

test('coming again makes nobody younger or faster', () => {
  const { clock, cut, take, takeAll } = harness();
  takeAll(1, 2, 3, 4)
    .slice(1)
    .forEach((place) => place.sent(100 * MEBIBYTE));
  for (let count = 0; count < 3; count++) {
    clock.advance(2_000);
    take(1);
  }

  expect(take(5)).toBeDefined();
  expect(cut).toEqual([1, 1, 1, 1]);
});

test('who gives the place back and comes again is judged at once the fourth time', () => {
  const { cut, take, takeAll } = harness();
  for (let count = 0; count < 3; count++) take(1)!.leave();
  take(1);
  takeAll(2, 3, 4);

  expect([take(5), take(6)]).toEqual([expect.anything(), undefined]);
  expect(cut).toEqual([1]);
});

test('who comes for the third time has a while in which nobody is called slow, as at first', () => {
  const { clock, cut, take, takeAll } = harness();
  for (let count = 0; count < 2; count++) take(1)!.leave();
  take(1);
  takeAll(2, 3, 4);
  clock.advance(4_999);

  expect([take(5), cut]).toEqual([undefined, []]);
});

test('answers that are sent again never have all places, and give way before the others', () => {
  const { clock, cut, take, places } = harness();
  const again = [1, 2, 3].map((payment) => take(payment, true)!);
  // Quicker than the other one, who takes nothing.
  again.forEach((place, index) => place.sent(1_000 * (index + 1)));
  expect([take(4, true), places.hasRoom({ payment: 4, wasDelivered: true }), places.hasRoom()]).toEqual([
    undefined,
    false,
    true,
  ]);
  take(5);
  clock.advance(10_000);

  expect(take(6)).toBeDefined();
  expect(take(7, true)).toBeDefined();
  expect(cut).toEqual([1, 2]);
});

test('answers that are sent again leave the last place to first ones, even where a first one is the only slow reader', () => {
  const { clock, cut, take } = harness();
  const again = [1, 2, 3].map((payment) => take(payment, true)!);
  take(5);
  clock.advance(10_000);
  again.forEach((place) => place.sent(100 * MEBIBYTE));

  expect([take(7, true), cut]).toEqual([undefined, []]);
  expect([take(6), cut]).toEqual([expect.anything(), [5]]);
});

test('an answer that broke off is sent again although all places have slow first deliveries', () => {
  const { clock, cut, take, takeAll } = harness();
  const [mine] = takeAll(1, 2, 3, 4);
  mine!.leave();
  take(5);
  clock.advance(10_000);

  expect(take(1)).toBeDefined();
  expect(cut).toEqual([2]);
});

test('what is remembered of payments is bounded', () => {
  const { take, places } = harness();
  for (let payment = 1; payment <= 5_000; payment++) take(payment)!.leave();

  expect((places as unknown as { sendings: Map<number, number> }).sendings.size).toBe(1_000);
});
