/** Lists at the end of a run what was skipped, why, and the command that installs what it needs. In CI a skipped test is a failure. */
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { has, isInstallable, isPackaged, isTool } from './tools.js';

/** Returns what a skipped test needs and does not find, by the end of its title or of a group's, or '' if no title says it. */
function needOf({ fullName }: TestCase): string {
  const needs = Array.from(fullName.matchAll(/\(needs ([^)]+)\)/g), ([, need = '']) => need);
  return needs.find((need) => isTool(need) && !has(need)) ?? needs.find((need) => !isTool(need)) ?? '';
}

export class Skipped implements Reporter {
  private isComplete: boolean;

  /** A run that leaves tests out by design names only those that need something. */
  constructor(isComplete: boolean) {
    this.isComplete = isComplete;
  }

  /** A run of tests whose title matches a pattern skips all others. */
  onInit({ config }: Vitest): void {
    this.isComplete &&= config.testNamePattern === undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = new Map<string, Map<string, number>>();
    for (const { children, relativeModuleId } of modules) {
      for (const test of children.allTests('skipped')) {
        const need = needOf(test);
        if (need === '' && !this.isComplete) continue;
        const counts = files.get(need) ?? new Map<string, number>();
        counts.set(relativeModuleId, (counts.get(relativeModuleId) ?? 0) + 1);
        files.set(need, counts);
      }
    }
    this.tell(files);
  }

  private tell(files: ReadonlyMap<string, ReadonlyMap<string, number>>): void {
    if (files.size === 0) return;
    process.stdout.write('\nSkipped:\n');
    for (const [need, counts] of files) {
      const where = Array.from(counts, ([file, count]) => `${file} (${count})`).join(', ');
      process.stdout.write(`  ${need === '' ? 'without a reason' : `needs ${need}`}: ${where}\n`);
    }
    const needs = [...files.keys()];
    if (needs.some(isPackaged)) process.stdout.write('To install what they need: npm run test:tools\n');
    const failures = needs.filter((need) => need === '' || (isTool(need) && isInstallable(need)));
    if (!process.env['CI'] || failures.length === 0) return;
    process.stdout.write('In CI nothing that can be installed may be skipped.\n');
    process.exitCode = 1;
  }
}
