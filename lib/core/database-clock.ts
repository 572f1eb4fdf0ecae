import { sql } from 'kysely'
import { agreeWithDatabase, machineTime } from './clock.ts'
import { db } from './db.ts'
import { kysely } from './kysely.ts'
import { log } from './log.ts'

/** How often the clocks are compared, in ms: a machine's clock may be set while the process runs. */
const EVERY_MS = 5_000

/** Sets this process's clock by PostgreSQL's. */
export async function compareClocks(): Promise<void> {
  const asked = machineTime()
  const { at } = await kysely(db())
    .selectNoFrom(sql<Date>`clock_timestamp()`.as('at'))
    .executeTakeFirstOrThrow()
  agreeWithDatabase(at, [asked, machineTime()])
}

/**
 * Sets the clock of a command by PostgreSQL's, for the seconds that it runs. If PostgreSQL does not answer, a warning is logged and
 * the machine's clock decides.
 */
export async function setClockOfCommand(): Promise<void> {
  await compareClocks().catch(warn)
}

const warn = (error: Error) => log.warn({ err: error.message }, 'clocks not compared')

/** Keeps this process's clock at PostgreSQL's, from when this resolves. @returns ends that */
export async function followDatabaseClock(): Promise<() => Promise<void>> {
  let running: Promise<void> | undefined
  const compare = () => {
    running ??= compareClocks()
      .catch(warn)
      .finally(() => {
        running = undefined
      })
    return running
  }
  await compare()
  const timer = setInterval(compare, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}
