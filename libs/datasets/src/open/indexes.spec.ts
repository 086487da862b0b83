import { DATASETS } from '../registry/registry';
import { INDEXINGS } from './indexes';

test('each registered dataset can be opened, at the version of its records', () => {
  const registered = DATASETS.map(({ descriptor, ...dataset }) => [
    descriptor.id,
    'recordsVersion' in dataset ? dataset.recordsVersion : undefined,
  ]);

  expect(Object.entries(INDEXINGS).map(([id, { recordsVersion }]) => [id, recordsVersion])).toEqual(registered);
});
