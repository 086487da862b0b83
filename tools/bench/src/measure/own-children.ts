import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

// Ctrl-C ends this process without returning to the code that waits for a child.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Makes a child end with this process, however that ends. Returns the child. */
export function endsWithUs<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}
