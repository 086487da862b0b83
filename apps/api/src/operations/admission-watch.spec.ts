import { AdmissionWatch } from './admission-watch';
import { Overload } from './overload';
import { Pause } from './pause';

describe('what is turned away', () => {
  const watched = () => {
    const pause = new Pause();
    const overload = new Overload({ paidInFlightMax: 1, isShedding: () => false, random: () => 0 });
    const watch = new AdmissionWatch(overload.turnedAway, pause);
    return { overload, warnings: (nowMs: number) => (watch.look(nowMs), pause.state().warnings) };
  };

  test('is a warning, and a minute after the last one it is none', () => {
    const { overload, warnings } = watched();
    expect(warnings(0)).toEqual([]);

    overload.takePlace('work', '192.0.2.1');
    overload.takePlace('work', '192.0.2.2');
    overload.count('over_budget');

    expect(warnings(1_000)).toEqual(['places', 'client_budget']);
    expect(warnings(60_999)).toEqual(['places', 'client_budget']);
    expect(warnings(61_000)).toEqual([]);
  });

  test('for a slow body is one from the fifth on: one client in a tunnel is no reason for a warning', () => {
    const { overload, warnings } = watched();
    for (let at = 0; at < 4; at++) overload.count(at % 2 === 0 ? 'slow_body' : 'broken_body');
    expect(warnings(0)).toEqual([]);

    overload.count('slow_body');
    expect(warnings(1_000)).toEqual(['slow_bodies']);
  });

  test('takes nothing from sale', () => {
    const pause = new Pause();
    new AdmissionWatch({ busy: 9, client_share: 9, slow_body: 9, broken_body: 9, over_budget: 9 }, pause).look(0);

    expect([pause.isPaused(), pause.isShedding(), pause.state().reasons]).toEqual([false, false, []]);
  });
});
