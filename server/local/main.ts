// Behind server/local/bootstrap.mjs: from here on the packages are there and Node is the project's own.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { StopError } from './stop-error.ts'

const envFile = path.join(import.meta.dirname, '..', '..', '.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)

/** Each command is loaded only now, because the product's modules read the environment as they load. */
async function run(command: string | undefined, args: string[]): Promise<number> {
  if (command === 'start' || command === 'dev') return (await import('./run.ts')).runStack(command)
  if (command === 'test') return (await import('./test.ts')).runTests(args)
  if (command === 'bench') return (await import('./bench.ts')).runBench(args)
  if (command === 'simulate') return (await import('./simulate.ts')).runSimulation(args)
  throw new StopError(`There is no command "${command}": start, dev, test, bench and simulate are.`)
}

const [command, ...args] = process.argv.slice(2)
try {
  process.exit(await run(command, args))
} catch (error) {
  if (isFullDisk(error)) console.error('The disk is full: make room and start again.')
  else if (error instanceof StopError || isEnvironmentError(error)) console.error(error.message)
  else console.error(error)
  process.exit(1)
}

function isFullDisk(error: unknown): boolean {
  return error instanceof Error && /ENOSPC|No space left on device|could not extend file/.test(error.message)
}

function isEnvironmentError(error: unknown): error is Error {
  return error instanceof Error && /^The environment is not usable/.test(error.message)
}
