import { type Env, variables } from './env-variables.ts'
import type { Fault } from './production/fault.ts'
import { withoutMissing } from './production/needs.ts'
import { faultsOfProduction } from './production/rules.ts'
import { problemOfGroup } from './redis-sentinels.ts'

/** One line per fault, with the variable's name and never its value. */
export class EnvironmentError extends Error {
  constructor(faults: readonly Fault[]) {
    const lines = faults.map(({ name, problem }) => `  ${name}: ${problem}`)
    super(['The environment is not usable.', ...lines].join('\n'))
  }
}

/** An empty variable counts as unset. @throws EnvironmentError with all faults */
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

/** The valid variables, so that all faults are reported together. */
function readable(given: Record<string, string | undefined>): Partial<Env> {
  const wrong = new Set(variables.safeParse(given).error?.issues.map(({ path }) => path[0]))
  const right = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)))
  const { data = {} } = variables.safeParse(right)
  return Object.fromEntries(Object.entries(data).filter(([name]) => !wrong.has(name)))
}

/** Prints no stack, which might quote a value. */
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

// Next, React and Express treat an unset NODE_ENV as development.
if (env.NGOMA_ENV === 'production') Object.assign(process.env, { NODE_ENV: env.NODE_ENV })

// next-auth reads its address only from here.
process.env.NEXTAUTH_URL = env.PUBLIC_URL

/**
 * Payouts, refunds and notifications each hold a connection (lib/core/advisory-lock.ts); other work needs
 * two.
 */
const LEAST_POOL_OF_WORKER = 5

/** Ends the process with code 1 if a worker has too few connections. */
export function refuseSmallPoolOfWorker(): void {
  if (env.DATABASE_POOL >= LEAST_POOL_OF_WORKER) return
  const problem = `is ${env.DATABASE_POOL}, where a worker needs ${LEAST_POOL_OF_WORKER} or more: its turns of payouts, refunds and notifications keep one each as long as they run.`
  console.error(new EnvironmentError([{ name: 'DATABASE_POOL', problem }]).message)
  process.exit(1)
}

/** `ngoma at db.example:5432`, without the password. */
export function databaseName(): string {
  const { pathname, host } = new URL(env.DATABASE_URL)
  return `${decodeURIComponent(pathname.slice(1))} at ${host}`
}
