import { prepare } from '../evaluate/evaluate';
import { orderOf } from '../order/order-of';
import type { RangeEvent } from '../advisory/advisory';
import { versionsNamedIn } from './named-versions';

it('fixes come first, then what is listed, then the other ends of ranges, and nothing that is no version', () => {
  const range: RangeEvent[] = [
    ['i', '0'],
    ['f', '1.2.0'],
    ['i', '2.0.0-0'],
    ['l', '2.3.0'],
    ['i', 'branch'],
    ['f', '3.0.0'],
  ];
  const [spec] = prepare([{ suffix: null, ranges: [range], versions: ['1.1.0', 'no version'] }], 'npm');

  const named = [...versionsNamedIn(spec!, orderOf('npm'))].map(({ version }) => version);

  expect(named.filter((version) => version !== '3.0.0')).toEqual(['1.2.0', '1.1.0', '2.3.0']);
});
