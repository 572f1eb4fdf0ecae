import { generateClient } from '#prisma/generate.ts'
import { buildWebIfStale } from './build.ts'
import { waitForEnd } from './end-signals.ts'
import { endPrograms, runProgram } from './run-script.ts'

/**
 * `npm run simulate:month`: prepares the product's processes and hands over to tests/simulation, which starts them on
 * services of its own.
 * @param args passed on: how big the month is
 * @returns the exit code: 1 where the month's books disagree
 */
export async function runSimulation(args: string[]): Promise<number> {
  void waitForEnd(endPrograms).then(endPrograms)
  generateClient()
  await buildWebIfStale(console.log)
  return runProgram(process.execPath, ['tests/simulation/main.ts', ...args], { NODE_ENV: 'production' })
}
