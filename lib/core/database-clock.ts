import { sql } from 'kysely'
import { agreeWithDatabase, machineTime } from './clock.ts'
import { db } from './db.ts'
import { kysely } from './kysely.ts'
import { log } from './log.ts'

/** Regularly, because an operator can set a machine's clock while the process runs. */
const EVERY_MS = 5_000

export async function compareClocks(): Promise<void> {
  const asked = machineTime()
  const { at } = await kysely(db())
    .selectNoFrom(sql<Date>`clock_timestamp()`.as('at'))
    .executeTakeFirstOrThrow()
  agreeWithDatabase(at, [asked, machineTime()])
}

/** On failure logs a warning and uses the machine's clock. */
export async function setClockOfCommand(): Promise<void> {
  await compareClocks().catch(warn)
}

const warn = (error: Error) => log.warn({ err: error.message }, 'clocks not compared')

/** Sets this process's clock by PostgreSQL's, now and regularly. @returns a function that stops this */
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
