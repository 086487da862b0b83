import fc from 'fast-check';

import type { CycleStatus, EolCycle } from '../status/eol-cycle';
import { worstStatus } from './image-aggregate';
import type { ImageComponent } from './image-report';
import { toEolCycle } from '../status/status';
import { makeCycle } from '../testing/make-product';

type Answer = CycleStatus | 'unfound';

function component(role: ImageComponent['role'], answer: Answer): ImageComponent {
  const cycle = toEolCycle(makeCycle('1'), '2026-01-01');
  const match: EolCycle | undefined = answer === 'unfound' ? undefined : { ...cycle, status: answer };
  return {
    role,
    product: 'x',
    version: '1',
    found: match !== undefined,
    floating: false,
    older_than_listed: false,
    ...(match === undefined ? { reason: 'no_version' } : { match }),
  };
}

describe('the status of an image', () => {
  it.each<[string, Answer, Answer, ReturnType<typeof worstStatus>]>([
    ['both supported', 'supported', 'supported', 'supported'],
    ['the worse one', 'supported', 'security-only', 'security-only'],
    ['the worse one', 'eol', 'security-only', 'eol'],
    ['an open image hides no end of life', 'unfound', 'eol', 'eol'],
    ['an open image hides no security-only', 'unfound', 'security-only', 'security-only'],
    ['an open image is never clean', 'unfound', 'supported', 'unknown'],
    ['an open base system changes nothing', 'supported', 'unfound', 'supported'],
    ['nothing matched', 'unfound', 'unfound', null],
  ])('%s: image %s, base system %s → %s', (_why, image, base, status) => {
    expect(worstStatus([component('image', image), component('base_os', base)])).toBe(status);
  });

  it('is the worst of the components, whatever their order', () => {
    const answer = fc.constantFrom<Answer>('supported', 'security-only', 'eol', 'unfound');
    const order = ['supported', 'unknown', 'security-only', 'eol'];
    fc.assert(
      fc.property(answer, fc.array(answer, { maxLength: 5 }), (image, others) => {
        const components = [component('image', image), ...others.map((other) => component('runtime', other))];

        const status = worstStatus(components);

        expect(worstStatus([...components].reverse())).toBe(status);
        const found = [image, ...others].filter((one) => one !== 'unfound');
        if (found.length === 0) return expect(status).toBeNull();
        const ranks = [...found, ...(image === 'unfound' ? ['unknown'] : [])].map((one) => order.indexOf(one));
        expect(order.indexOf(status ?? '')).toBe(Math.max(...ranks));
      }),
    );
  });
});
