import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { onCoreOfTheirOwn } from './own-core';

const can = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

function coresOf(pid: number): string {
  return /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]!;
}

(can ? describe : describe.skip)('a core of its own (skipped with one core, or without taskset)', () => {
  const children: ChildProcess[] = [];
  const start = async (): Promise<number> => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1e6); console.log()']);
    children.push(child);
    await once(child.stdout, 'data');
    return child.pid!;
  };
  afterAll(() => Promise.all(children.map((child) => (child.kill('SIGKILL'), once(child, 'exit')))));

  it('is that of the servers, and of nothing else that was started here, as long as the work goes on', async () => {
    const [server, other] = [await start(), await start()];
    const everywhere = coresOf(process.pid);
    const seen = await onCoreOfTheirOwn([{ pid: server }], async () => [server, other, process.pid].map(coresOf));
    const [servers, others, ours] = seen!;

    expect(servers).toMatch(/^\d+$/);
    expect(others).not.toMatch(new RegExp(`^${servers}\\b`));
    expect(ours).toBe(others);
    expect([server, other, process.pid].map(coresOf)).toEqual([everywhere, everywhere, everywhere]);
  });

  it('is given back when the work fails', async () => {
    const everywhere = coresOf(process.pid);
    const fails = onCoreOfTheirOwn([], () => Promise.reject(new Error('broken')));
    await expect(fails).rejects.toThrow('broken');
    expect(coresOf(process.pid)).toBe(everywhere);
  });
});
