import path from 'node:path'
import { generateClient } from '#prisma/generate.ts'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { buildWebIfStale } from './build.ts'
import { defaultDataDir, readConfig, type StackConfig } from './config.ts'
import { makeFaces } from './make-faces.ts'
import { endRecorded, findRecorded, forgetProcess, recordProcess, startGuardian } from './process-records.ts'
import type { WebMode } from './product.ts'
import { endPrograms, StopError, secondsSince, waitForEnd } from './run-program.ts'
import { prepareData, startEngines, startProduct } from './stack.ts'
import { createSupervisor, type Supervisor } from './supervisor.ts'

const tell = (sentence: string) => console.log(sentence)
const lock = path.join(defaultDataDir, 'lock')

/**
 * Runs the product until asked to end. @returns the exit code
 * @throws StopError if the start fails or a vital part dies
 */
export async function runStack(mode: WebMode): Promise<number> {
  const other = findRecorded(lock, 'supervisor')
  if (other !== undefined)
    throw new StopError(
      `Ngoma is already running from this directory (process ${other}): end that one with Ctrl-C first.`,
    )
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
  if (generateClient()) tell('Wrote the database client.')
  const parts = [
    step('The web pages are ready', mode === 'start' ? buildWebIfStale(tell) : makeFaces()),
    startEngines(config, supervisor, tell).then(() =>
      step('The database is ready', prepareData(config, tell)),
    ),
  ]
  try {
    await Promise.all(parts)
  } catch (error) {
    // The build takes minutes, so it is ended to show the reason now.
    endPrograms()
    await Promise.allSettled(parts)
    throw error
  }
  tell('Starting worker, realtime and web.')
  await step('They run', startProduct(config, supervisor, mode))
  tellAddresses(config)
  tell(`It took ${secondsSince(from)} s.`)
}

async function step(done: string, work: Promise<void>): Promise<void> {
  const from = Date.now()
  await work
  tell(`${done} (${secondsSince(from)} s).`)
}

function tellAddresses({ settings, ports, given, dataDir }: StackConfig): void {
  const addresses = {
    Ngoma: settings.PUBLIC_URL,
    'API reference': `${settings.PUBLIC_URL}/api/docs`,
    'M-Pesa simulator': given.MPESA_BASE_URL ? undefined : settings.MPESA_BASE_URL,
    Mail: given.SMTP_URL ? undefined : `http://127.0.0.1:${ports.mailPage}`,
    Queues: `http://127.0.0.1:${ports.worker}/queues`,
    'Object store': settings.S3_ENDPOINT,
    PostgreSQL: given.DATABASE_URL ? 'as configured' : settings.DATABASE_URL,
    Redis: given.REDIS_URL ? 'as configured' : settings.REDIS_URL,
    'Logs and data': dataDir,
  }
  tell('')
  for (const [name, address] of Object.entries(addresses))
    if (address) tell(`  ${name.padEnd(17)} ${address}`)
  tell('')
  if (settings.NGOMA_ENV !== 'production')
    for (const { role, email, password, note } of demoAccounts)
      tell(`  ${role.padEnd(18)} ${email.padEnd(23)} ${password}  ${note}`)
  tell('\nNgoma is up. Ctrl-C ends it.')
}
