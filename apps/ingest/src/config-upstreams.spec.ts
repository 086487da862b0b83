import { registeredDataset } from '@stackcheck/datasets';
import { addressesOf, configuredUpstreams } from './config-upstreams';

describe('where data is fetched', () => {
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
