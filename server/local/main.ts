// Runs after server/local/bootstrap.mjs, with packages and the project's own Node.
import { generateClient } from '#prisma/generate.ts'
import { buildWebIfStale } from './build.ts'
import { endPrograms, endWith, runProgram, StopError, waitForEnd } from './run-program.ts'
import { runStack } from './start.ts'

/** Commands that start their own services. */
const programs: Readonly<Record<string, string>> = {
  test: 'tests/run/main.ts',
  bench: 'tests/bench/main.ts',
  simulate: 'tests/simulation/main.ts',
  film: 'tests/film/main.ts',
}

async function run([command = '', ...args]: string[]): Promise<number> {
  if (command === 'start' || command === 'dev') return runStack(command)
  const program = programs[command]
  if (!program)
    throw new StopError(`There is no command "${command}": start, dev, test, bench, simulate and film are.`)
  void waitForEnd(endPrograms).then(endPrograms)
  generateClient()
  if (command === 'test') return runProgram(process.execPath, [program, ...args])
  await buildWebIfStale(console.log)
  return runProgram(process.execPath, [program, ...args], { NODE_ENV: 'production' })
}

await endWith(run(process.argv.slice(2)))
