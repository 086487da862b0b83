import { handedSocket } from './handed-socket';

const asked = (env: Record<string, string>, isWorker = false) => handedSocket({ env, pid: 7, ppid: 5, isWorker });

it.each<[string, Record<string, string>, boolean, number | undefined]>([
  ['nothing is said', {}, false, undefined],
  ['it is meant for this process', { LISTEN_FDS: '1', LISTEN_PID: '7' }, false, 3],
  ['the launcher passed it on', { LISTEN_FDS: '1', LISTEN_PID: '5' }, false, 3],
  ['it is meant for another', { LISTEN_FDS: '1', LISTEN_PID: '8' }, false, undefined],
  ['the first process passes it on', { LISTEN_FDS: '1', LISTEN_PID: '8' }, true, 3],
  ['there are none', { LISTEN_FDS: '0', LISTEN_PID: '7' }, false, undefined],
])('where %s', (_what, env, isWorker, fd) => {
  expect(asked(env, isWorker)).toBe(fd);
});

it('refuses several', () => {
  expect(() => asked({ LISTEN_FDS: '2', LISTEN_PID: '7' })).toThrow('one listening socket');
});
