import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endsWithUs } from './own-children';

/** A server in a process of its own, so that it does not share a core with the load generator. */
export interface ChildServer {
  readonly url: string;
  readonly pid: number;
  /** Processor time that it and the processes it started used so far, in milliseconds; undefined where the system does not say (only Linux does). */
  cpuMs(): number | undefined;
  /** Resident memory now, in MiB; undefined where the system does not say. */
  rssMib(): number | undefined;
  /** How it does now; stalls are those since the last time it was asked, from the second time on. */
  state(): Promise<ChildState>;
  /** What it holds now, its rubbish collected before. */
  memory(): Promise<ChildMemory>;
  close(): Promise<void>;
}

/** What a child reports about itself. */
export interface ChildState {
  /** Longest stall of the event loop. */
  readonly stallMs: number;
  /** Longest turn of the event loop in processor time of its thread; NaN where `WATCH_TURNS=1` was not in its environment. */
  readonly turnMs: number;
}

/** What a child holds. */
export interface ChildMemory {
  readonly rssBytes: number;
  /** Objects of JavaScript that are still reachable, and what was compiled. */
  readonly heapUsedBytes: number;
  /** Of it, what the compiler made. */
  readonly machineCodeBytes: number;
  /** Memory that such objects own outside of the heap, buffers included. */
  readonly externalBytes: number;
  /** Sockets, timers and requests that keep the event loop running. */
  readonly handles: number;
  /** Open file descriptors; undefined where the system does not say. */
  readonly descriptors: number | undefined;
}

/** What a child answers to each question that it may be asked. */
export interface ChildAnswers {
  readonly state: ChildState;
  readonly memory: ChildMemory;
}

/** What a child sends once it listens, or instead, and when it is asked. */
export type ChildMessage = { readonly url: string } | { readonly fault: string } | Partial<ChildAnswers>;

const START_TIMEOUT_MS = 120_000;

/** Costs nothing until somebody asks what is held; and what turns are measured with is called experimental by Node. */
const NODE_ARGS = ['--expose-gc', '--disable-warning=ExperimentalWarning'];
/** Our API starts as `npm start` starts it, which is how this process was started, too; peers as their documents say: without any. */
const API_NODE_ARGS = [
  ...NODE_ARGS,
  ...process.execArgv.filter((argument) => /^--(heap-|v8-|no-allocation-)/.test(argument)),
];

/**
 * Starts `children/<name>` with the given environment and waits until it listens. The child ends with the channel to us, so
 * none outlives this process.
 */
export async function startChildServer(name: string, env: Readonly<Record<string, string>>): Promise<ChildServer> {
  const child = endsWithUs(
    fork(join(__dirname, '..', 'children', `${name}.js`), {
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
      execArgv: name.startsWith('api') ? API_NODE_ARGS : NODE_ARGS,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  try {
    const url = await listening(child, name);
    return {
      url,
      pid: child.pid!,
      cpuMs: () => cpuMsWithChildren(child.pid),
      rssMib: () => rssMibOf(child.pid),
      state: () => answerOf(child, 'state'),
      memory: () => answerOf(child, 'memory'),
      close,
    };
  } catch (fault) {
    await close();
    throw fault;
  }
}

function listening(child: ChildProcess, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} did not listen in time`)), START_TIMEOUT_MS);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      act();
    };
    child.once('message', (message: ChildMessage) =>
      settle(() => {
        if ('url' in message) resolve(message.url);
        else reject(new Error(`${name}: ${'fault' in message ? message.fault : 'spoke before it listened'}`));
      }),
    );
    child.once('error', (fault) => settle(() => reject(fault)));
    child.once('exit', (code) => settle(() => reject(new Error(`${name} ended with code ${code} before it listened`))));
  });
}

/** Resident pages of 4 KiB from /proc/<pid>/statm (proc(5)). */
function rssMibOf(pid: number | undefined): number | undefined {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096) / 2 ** 20;
  } catch {
    return undefined;
  }
}

function answerOf<Question extends keyof ChildAnswers>(
  child: ChildProcess,
  question: Question,
): Promise<ChildAnswers[Question]> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error(`a server ended before it sent its ${question}`));
    child.once('exit', ended);
    child.once('message', (message: Partial<ChildAnswers>) => {
      child.removeListener('exit', ended);
      const answer = message[question];
      if (answer === undefined) reject(new Error(`a server was asked for its ${question} and sent something else`));
      else resolve(answer);
    });
    child.send(question);
  });
}

/** Of a server in several processes, the time of all. */
function cpuMsWithChildren(pid: number | undefined): number | undefined {
  const own = cpuMsOf(pid);
  if (own === undefined) return undefined;
  return childrenOf(pid).reduce((sum, child) => sum + (cpuMsOf(child) ?? 0), own);
}

/** The processes that the main thread of one started, from /proc/<pid>/task/<tid>/children (proc(5)). */
function childrenOf(pid: number | undefined): readonly number[] {
  try {
    const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return listed === '' ? [] : listed.split(' ').map(Number);
  } catch {
    return [];
  }
}

/** User and system time from /proc/<pid>/stat (proc(5), fields 14 and 15), in clock ticks of 10 ms. */
function cpuMsOf(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}
