import request from 'supertest';
import { expectError } from '../../testing/expect-error';
import { startStarterApi, type StarterApi } from '../../testing/starter-api';

let selection: StarterApi;
let whole: StarterApi;

beforeAll(async () => {
  [selection, whole] = await Promise.all([startStarterApi(), startStarterApi({ whole: true })]);
});
afterAll(() => Promise.all([selection.close(), whole.close()]));

const ROUTES = [
  ['osv', '/v1/osv/check', 'purls', 'bad_request'],
  ['osv', '/v1/osv/check', 'packages', 'bad_request'],
  ['stack', '/v1/stack/check', 'packages', 'unknown_id'],
  ['stack', '/v1/stack/check', 'purls', 'unknown_id'],
] as const;

const LACKING = 'only a starter selection of osv is loaded; most of it is missing';

describe.each(ROUTES)('of packages none of which can be checked, %s (%s, as `%s`)', (family, target, list, code) => {
  const buy = (api: StarterApi, purls: readonly string[]) =>
    api.paid(`service_${family}_check`, target, { [list]: purls });
  const messageOn = async (api: StarterApi, purls: readonly string[]): Promise<string> =>
    (await expectError(await buy(api, purls), code)).message;

  it('says that a selection lacks most packages, and which listed name may have been meant', async () => {
    const purls = ['pkg:npm/lodahs@1.0.0', 'pkg:npm/left-pad@1.3.0'];
    const message = await messageOn(selection, purls);

    expect(message).toContain(
      `: ${list}[0] has no data here (no_data; similar: lodash), ${list}[1] has no data here (no_data) (${LACKING})`,
    );
    const dryRun = request(selection.url)
      .post(target)
      .set('Prefer', 'validate-only')
      .send({ [list]: purls });
    expect((await expectError(await dryRun, code)).message).toBe(message);
  });

  it('says so of a listed package that the selection has nothing against, too', async () => {
    const message = await messageOn(selection, ['pkg:npm/lodash@99.0.0']);

    expect(message).toContain(`: ${list}[0] has no data here (no_data) (${LACKING})`);
  });

  it('lists the types where one is none of them, and says nothing of a selection', async () => {
    const purls = ['pkg:nmp/lodash@1.0.0', 'x', 'x', 'x', 'x', 'x', 'x'];
    const { message } = await expectError(await buy(whole, purls), 'bad_request');

    expect(message).toMatch(
      /\[0\] is of a type without advisories here \(unsupported_type\), .* and 2 more; supported types: npm, pypi, /,
    );
    expect(message).not.toContain('selection');
  });
});
