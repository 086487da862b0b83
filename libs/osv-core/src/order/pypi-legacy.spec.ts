import { orderOf } from './order-of';
import { compareVersions } from './version-order';

/** Ascending, as setuptools ordered them before PEP 440; none of them is valid today. */
it.each([
  ['1.0+_x', '1.0.dev_x'],
  ['1.0.dev_x', '1.0_x'],
  ['1.0_x', '1.0a_x'],
  ['1.0a_x', '1.0b_x'],
  ['1.0b_x', '1.0preview_x'],
  ['1.0preview_x', '1.0foo_x'],
  ['1.0foo_x', '1.1_x'],
])('%s comes before %s', (earlier, later) => {
  expect(compareVersions(orderOf('PyPI'), earlier, later)).toBe(-1);
});

it.each([
  ['1.0pre_x', '1.0c_x'],
  ['1.0rc_x', '1.0preview_x'],
  ['1.0.0_x', '1_x'],
])('%s is %s', (one, other) => expect(compareVersions(orderOf('PyPI'), one, other)).toBe(0));
