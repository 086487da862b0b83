import { Pause, type PauseChange, type PauseLevel } from './pause';

describe('the pause', () => {
  test.each<[PauseLevel, boolean, boolean]>([
    ['clear', false, false],
    ['warn', false, false],
    ['shed', false, true],
    ['pause', true, true],
  ])('%s: paused %s, refusing payments %s', (level, paused, shedding) => {
    const pause = new Pause();

    pause.report('disk', level);

    expect([pause.isPaused(), pause.isShedding()]).toEqual([paused, shedding]);
  });

  test('lasts until the last reason is gone', () => {
    const pause = new Pause();
    pause.report('disk', 'pause');
    pause.report('clock', 'pause');

    pause.report('disk', 'clear');
    expect([pause.isPaused(), pause.state()]).toEqual([true, { reasons: ['clock'], warnings: [] }]);
    pause.report('clock', 'warn');
    expect([pause.isPaused(), pause.state()]).toEqual([false, { reasons: [], warnings: ['clock'] }]);
  });

  test('reports a change once', () => {
    const changes: PauseChange[] = [];
    const pause = new Pause((change) => changes.push(change));

    pause.report('disk', 'clear');
    pause.report('disk', 'pause', 'full');
    pause.report('disk', 'pause', 'fuller');
    pause.report('disk', 'clear', 'room again');

    expect(changes).toEqual([
      { reason: 'disk', from: 'clear', to: 'pause', detail: 'full' },
      { reason: 'disk', from: 'pause', to: 'clear', detail: 'room again' },
    ]);
  });
});
