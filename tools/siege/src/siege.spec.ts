import { appsAreBuilt } from '@stackcheck/e2e/service';
import { attackersAreBuilt } from './attackers/attackers';
import { ATTACKS } from './attacks/all-attacks';
import { runSiege } from './run-siege';

// The API is started for each attack, which takes long on a machine that is busy with other things.
jest.setTimeout(300_000);

const isAsked = process.env['CAMPAIGN'] === 'full';
const there = isAsked && appsAreBuilt() && attackersAreBuilt() && process.platform === 'linux';
/** Much smaller than `npm run siege`: that the tool works, and that these attacks are repelled. */
const NAMES = ['trickle', 'malformed-lists', 'client-errors', 'bogus-burst', 'open-invoices'];
const OPTIONS = { seconds: 2, quietSeconds: 1, perSecondMax: 5, env: { EVENT_LOOP_LAG_MAX_MS: '0' } };
const SIZE = { heaviest: 100, large: 20, others: 100 };

(there ? describe : describe.skip)('a small siege (needs CAMPAIGN=full, Linux and `npm run build`)', () => {
  it('leaves honest buyers their answers', async () => {
    const attacks = ATTACKS.filter(({ name }) => NAMES.includes(name));

    const sieges = await runSiege(attacks, OPTIONS, { size: SIZE });

    expect(sieges.map(({ name, verdict }) => [name, verdict.reasons])).toEqual(NAMES.map((name) => [name, []]));
    for (const { got, during } of sieges) {
      expect(Object.keys(got)).not.toEqual([]);
      expect(during).toHaveLength(OPTIONS.seconds * OPTIONS.perSecondMax);
    }
  });
});
