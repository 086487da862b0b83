import { CHANGE_TYPES, type Change, type ChangeType } from './change';
import { countChanges } from './count-changes';

const SPEAKS_AGAINST: readonly ChangeType[] = [
  'malware_added',
  'kev_added',
  'kev_overdue',
  'epss_above',
  'vulnerability_added',
  'package_unresolved',
  'eol_soon',
];
const NO_LONGER: readonly ChangeType[] = [
  'malware_removed',
  'kev_removed',
  'epss_below',
  'vulnerability_removed',
  'package_resolved',
];

it.each(CHANGE_TYPES)('a change of type %s counts once', (type) => {
  const meaning = SPEAKS_AGAINST.includes(type) ? 'new' : NO_LONGER.includes(type) ? 'resolved' : 'changed';

  expect(countChanges([{ type } as Change])).toEqual({ new: 0, resolved: 0, changed: 0, [meaning]: 1 });
});

it('all changes together are counted, each by what it means', () => {
  expect(countChanges(CHANGE_TYPES.map((type) => ({ type }) as Change))).toEqual({ new: 7, resolved: 5, changed: 10 });
});
