import { DESCRIPTORS } from '@stackcheck/datasets';
import { registeredDataset } from '@stackcheck/datasets/registry';
import { addressesOf, configuredUpstreams, UPSTREAM_VARIABLES } from './configured-upstreams';

describe('where data is fetched', () => {
  it('is a variable for each registered dataset and each companion, under names that do not change', () => {
    const names = UPSTREAM_VARIABLES.map(({ name }) => name);

    expect(names).toEqual(expect.arrayContaining(DESCRIPTORS.map(({ id }) => `${id.toUpperCase()}_UPSTREAM_URL`)));
    for (const name of ['EOL', 'KEV', 'OSV', 'MODELS', 'SANCTIONS'].map((id) => `${id}_UPSTREAM_URL`))
      expect(names).toContain(name);
    expect(names.filter((name) => !name.endsWith('_UPSTREAM_URL'))).toEqual(['MODELS_LITELLM_URL']);
  });

  it('is what the datasets say unless configured', () => {
    const { descriptor } = registeredDataset('eol');

    expect(configuredUpstreams({})).toEqual({});
    expect(addressesOf({ ...descriptor, mirrorUrls: ['https://mirror.test/'] }).urls).toEqual([
      descriptor.upstreamUrl,
      'https://mirror.test/',
    ]);
  });

  it('is a configured address alone, without mirrors or companions of the public one', () => {
    expect(
      configuredUpstreams({ KEV_UPSTREAM_URL: 'https://own.test/kev', MODELS_UPSTREAM_URL: 'https://own.test/m' }),
    ).toEqual({
      kev: { urls: ['https://own.test/kev'], companions: [] },
      models: { urls: ['https://own.test/m'], companions: [] },
    });
  });

  it.each([
    [undefined, 'https://models.dev/api.json'],
    ['https://own.test/m', 'https://own.test/m'],
  ])('joins a configured companion to %s', (url, expected) => {
    const { models } = configuredUpstreams({
      MODELS_LITELLM_URL: 'https://own.test/l',
      ...(url === undefined ? {} : { MODELS_UPSTREAM_URL: url }),
    });

    expect(models).toEqual({ urls: [expected], companions: [{ name: 'litellm', url: 'https://own.test/l' }] });
  });
});
