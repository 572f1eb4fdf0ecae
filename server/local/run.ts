import path from 'node:path'
import { generateClient } from '#prisma/generate.ts'
import { printAddresses } from './addresses.ts'
import { buildWebIfStale } from './build.ts'
import { defaultDataDir, readConfig, type StackConfig } from './config.ts'
import { waitForEnd } from './end-signals.ts'
import { startGuardian } from './guardian.ts'
import { makeFaces } from './make-faces.ts'
import { endRecorded, findRecorded, forgetProcess, recordProcess } from './process-records.ts'
import type { WebMode } from './product.ts'
import { endPrograms } from './run-script.ts'
import { prepareData, startEngines, startProduct } from './stack.ts'
import { StopError } from './stop-error.ts'
import { createSupervisor, type Supervisor } from './supervisor.ts'
import { secondsSince, timedSteps } from './timed-steps.ts'

const tell = (sentence: string) => console.log(sentence)
const lock = path.join(defaultDataDir, 'lock')

/**
 * `npm start` and `npm run dev`: brings the whole product up, keeps it up, and ends it when asked to.
 * @returns the exit code
 * @throws StopError when it cannot come up, or a part that the others need was lost
 */
export async function runStack(mode: WebMode): Promise<number> {
  const other = findRecorded(lock, 'supervisor')
  if (other !== undefined) {
    throw new StopError(
      `Ngoma is already running from this directory (process ${other}): end that one with Ctrl-C first.`,
    )
  }
  recordProcess(lock, 'supervisor', process.pid)
  try {
    const leftOver = await endRecorded(defaultDataDir)
    if (leftOver.length > 0) tell(`Ended what an earlier start had left behind: ${leftOver.join(', ')}.`)
    await keepUp(mode, await readConfig(process.env))
    return 0
  } finally {
    forgetProcess(lock, 'supervisor', process.pid)
  }
}

async function keepUp(mode: WebMode, config: StackConfig): Promise<void> {
  const guardian = startGuardian(config.dataDir)
  const supervisor = createSupervisor(tell)
  const asked = waitForEnd(() => supervisor.kill())
  try {
    const end = Promise.race([asked, supervisor.lost])
    const reason = await Promise.race([bringUp(mode, config, supervisor).then(() => end), end])
    if (reason !== undefined) throw reason
  } finally {
    tell('Ending …')
    endPrograms()
    await supervisor.end()
    await guardian.dismiss()
    tell('Everything has ended.')
  }
}

async function bringUp(mode: WebMode, config: StackConfig, supervisor: Supervisor): Promise<void> {
  const from = Date.now()
  const step = timedSteps(tell)
  if (generateClient()) tell('Wrote the database client.')
  const parts = [
    step('The web pages are ready', () => (mode === 'start' ? buildWebIfStale(tell) : makeFaces())),
    startEngines(config, supervisor, tell).then(() =>
      step('The database is ready', () => prepareData(config, tell)),
    ),
  ]
  try {
    await Promise.all(parts)
  } catch (error) {
    // The build takes minutes: its programs are ended, so that the reason is shown at once.
    endPrograms()
    await Promise.allSettled(parts)
    throw error
  }
  tell('Starting worker, realtime and web.')
  await step('They run', () => startProduct(config, supervisor, mode))
  printAddresses(config, tell)
  tell(`It took ${secondsSince(from)} s.`)
}
