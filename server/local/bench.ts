import { generateClient } from '#prisma/generate.ts'
import { buildWebIfStale } from './build.ts'
import { waitForEnd } from './end-signals.ts'
import { endPrograms, runProgram } from './run-script.ts'

/**
 * `npm run bench`: prepares what is measured and hands over to tests/bench, which starts services of its own.
 * @param args passed on: which benchmarks to run
 * @returns the exit code
 */
export async function runBench(args: string[]): Promise<number> {
  void waitForEnd(endPrograms).then(endPrograms)
  generateClient()
  await buildWebIfStale(console.log)
  return runProgram(process.execPath, ['tests/bench/main.ts', ...args], { NODE_ENV: 'production' })
}
