import { writeFileSync } from 'node:fs';
import { peakRssKib } from '../measure/peak-rss';

/** What a measured program writes to the file named by USAGE_FILE when it ends. */
export interface Usage {
  /** Peak resident memory in kibibytes. */
  readonly maxRssKib: number;
  readonly cpuMs: number;
  readonly wallMs: number;
}

// Loaded before a program (`node --require`): the program itself stays as it is.
process.once('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage: Usage = {
    maxRssKib: peakRssKib(),
    cpuMs: (userCPUTime + systemCPUTime) / 1000,
    wallMs: process.uptime() * 1000,
  };
  writeFileSync(process.env['USAGE_FILE'] ?? '', JSON.stringify(usage));
});
