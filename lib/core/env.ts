// Only this file reads process.env; tests/architecture checks that.
import { type Env, variables } from './env-variables.ts'
import type { Fault } from './production/fault.ts'
import { withoutMissing } from './production/needs.ts'
import { faultsOfProduction } from './production/rules.ts'
import { problemOfGroup } from './redis-sentinels.ts'

/** The environment is wrong. The message has a line for each fault, which names the variable and never its value. */
export class EnvironmentError extends Error {
  constructor(faults: readonly Fault[]) {
    const lines = faults.map(({ name, problem }) => `  ${name}: ${problem}`)
    super(['The environment is not usable.', ...lines].join('\n'))
  }
}

/**
 * Reads and checks the environment once. An empty variable counts as one that is not set.
 * @throws EnvironmentError with everything that is wrong, before anything has started
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const isProduction = given.NGOMA_ENV === 'production'
  if (isProduction) given.NODE_ENV ??= 'production'
  const parsed = variables.safeParse(given)
  const faults: Fault[] = (parsed.error?.issues ?? []).map((issue) => ({
    name: issue.path.join('.'),
    problem: issue.message,
  }))
  const group = parsed.data?.REDIS_SENTINELS.length ? problemOfGroup(parsed.data.REDIS_URL) : undefined
  if (group !== undefined) faults.push({ name: 'REDIS_URL', problem: group })
  const isGiven = (name: string) => given[name] !== undefined
  if (isProduction) {
    faults.push(...faultsOfProduction({ env: parsed.data ?? readable(given), isGiven }))
  }
  if (!parsed.data || faults.length > 0) throw new EnvironmentError(faults)
  const { STAFF_SECOND_FACTOR = isProduction, ...others } = parsed.data
  const env = { ...others, STAFF_SECOND_FACTOR }
  return Object.freeze(isProduction ? withoutMissing(env, isGiven) : env)
}

/** Reads the variables that can be read where others can not, so that all faults are told at once. */
function readable(given: Record<string, string | undefined>): Partial<Env> {
  const wrong = new Set(variables.safeParse(given).error?.issues.map(({ path }) => path[0]))
  const right = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)))
  const { data = {} } = variables.safeParse(right)
  return Object.fromEntries(Object.entries(data).filter(([name]) => !wrong.has(name)))
}

/** Ends the process where its environment is wrong: the lines alone are printed, without a stack that may quote a value. */
function readOwnEnv(): Env {
  try {
    return readEnv(process.env)
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

export const env: Env = readOwnEnv()

// Next, React and Express look for it here, and take its absence for development.
if (env.NGOMA_ENV === 'production') Object.assign(process.env, { NODE_ENV: env.NODE_ENV })

// next-auth reads its address for browsers from here only; otherwise it assumes localhost:3000.
process.env.NEXTAUTH_URL = env.PUBLIC_URL

/**
 * A worker's turns of payouts, of refunds and of notifications each keep a connection as long as they run (lib/core/advisory-lock.ts).
 * Two more are the least with which they and everything else go on beside that.
 */
const LEAST_POOL_OF_WORKER = 5

/** Ends the process with code 1 where it has fewer connections than a worker needs. NGOMA_PROCESS may be left out, so the worker says that it is one. */
export function refuseSmallPoolOfWorker(): void {
  if (env.DATABASE_POOL >= LEAST_POOL_OF_WORKER) return
  const problem = `is ${env.DATABASE_POOL}, where a worker needs ${LEAST_POOL_OF_WORKER} or more: its turns of payouts, refunds and notifications keep one each as long as they run.`
  console.error(new EnvironmentError([{ name: 'DATABASE_POOL', problem }]).message)
  process.exit(1)
}

/** Names this process's database for an operator, without its password: `ngoma at db.example:5432`. */
export function databaseName(): string {
  const { pathname, host } = new URL(env.DATABASE_URL)
  return `${decodeURIComponent(pathname.slice(1))} at ${host}`
}
