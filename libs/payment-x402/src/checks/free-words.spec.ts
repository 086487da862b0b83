import { FixedClock } from '@stackcheck/contract/testing';
import { createFreeWords } from './free-words';

const CLIENT_MAX = 20;
const SITE_MAX = 200;

const create = () => {
  const clock = new FixedClock();
  return { clock, mayBeFree: createFreeWords({ clock }) };
};
const ask = (mayBeFree: (client: string) => boolean, client: string, count: number): number =>
  Array.from({ length: count }, () => mayBeFree(client)).filter(Boolean).length;

it('a client gets twenty in ten minutes, and another one its own twenty', () => {
  const { clock, mayBeFree } = create();

  expect(ask(mayBeFree, '192.0.2.1', CLIENT_MAX + 5)).toBe(CLIENT_MAX);
  expect(ask(mayBeFree, '192.0.2.2', CLIENT_MAX + 5)).toBe(CLIENT_MAX);
  clock.advance(600_001);
  expect(ask(mayBeFree, '192.0.2.1', CLIENT_MAX + 5)).toBe(CLIENT_MAX);
});

it('the networks of one /48 get two hundred together, and another /48 its own', () => {
  const { mayBeFree } = create();
  const inSite = (site: string): number =>
    Array.from({ length: 12 }, (_, network) => ask(mayBeFree, `2001:db8:${site}:${network}::1`, CLIENT_MAX)).reduce(
      (sum, count) => sum + count,
      0,
    );

  expect(inSite('1')).toBe(SITE_MAX);
  expect(mayBeFree('2001:db8:1:99::1')).toBe(false);
  expect(inSite('2')).toBe(SITE_MAX);
});
