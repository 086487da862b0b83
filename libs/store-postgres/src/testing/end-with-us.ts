import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * `$0` = process, `$1` = signal, `$2` = folder or nothing. A line of its input says that there is nothing to do; its end without one, that
 * who started it was killed.
 */
const GUARD = `read -r line && exit
kill -s "$1" "$0" 2> /dev/null
[ -n "$2" ] || exit
n=0
while kill -s 0 "$0" 2> /dev/null && [ "$n" -lt 100 ]; do sleep 0.1; n=$((n + 1)); done
rm -rf "$2"`;

/**
 * Has a process ended when this one ends in any way, kill -9 included: also a program that does not look for it, and one that is stopped and
 * so cannot. Does nothing on Windows.
 * @param signal what ends the process
 * @param folder removed after its end
 * @returns called when the process has ended
 */
export function endWithUs(pid: number, signal: 'KILL' | 'QUIT', folder = ''): () => void {
  if (process.platform === 'win32') return () => undefined;
  // In a group of its own, which no Ctrl-C reaches.
  const guard = spawn('/bin/sh', ['-c', GUARD, String(pid), signal, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  (guard.stdin as Socket).unref();
  return () => void guard.stdin.end('ended\n');
}
