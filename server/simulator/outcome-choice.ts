// Which plan a request gets.
import { z } from 'zod'
import { type Api, apis, outcomeOfPhone, outcomes, planOf } from './outcomes.ts'
import { type Plan, plainPlan, planSchema } from './plan.ts'

export const nextOutcomeSchema = z.strictObject({
  api: z.enum(apis).default('stk'),
  /** Only for this phone; for every phone where it is left out. */
  phone: z
    .string()
    .regex(/^254\d{9}$/)
    .optional(),
  /** A name of the table, or a plan of one's own. */
  outcome: z.union([
    z.string().refine((name) => outcomes.has(name), 'no outcome has this name'),
    planSchema.partial(),
  ]),
  /** How many requests it holds for. */
  times: z.number().int().min(1).max(1_000_000).default(1),
})
export type NextOutcome = z.input<typeof nextOutcomeSchema>

type Queued = { api: Api; phone: string | undefined; plan: Plan; left: number }

/** Chooses the plan of each request: set for the phone, set for all, the phone's suffix, the default. */
export class OutcomeChoice {
  #queued: Queued[] = []
  readonly #defaultName: () => string

  constructor(defaultName: () => string) {
    this.#defaultName = defaultName
  }

  /** @throws ZodError */
  setNext(next: NextOutcome): void {
    const { api, phone, outcome, times } = nextOutcomeSchema.parse(next)
    const plan = typeof outcome === 'string' ? planOf(outcome) : { ...plainPlan, ...outcome }
    if (plan) this.#queued.push({ api, phone, plan, left: times })
  }

  clear(): void {
    this.#queued = []
  }

  waiting(): readonly Queued[] {
    return this.#queued
  }

  take(api: Api, phone?: string): Plan {
    const queued =
      this.#queued.find((one) => one.api === api && phone !== undefined && one.phone === phone) ??
      this.#queued.find((one) => one.api === api && one.phone === undefined)
    if (queued) {
      queued.left -= 1
      if (queued.left === 0) this.#queued = this.#queued.filter((one) => one !== queued)
      return queued.plan
    }
    const named = phone === undefined ? undefined : outcomeOfPhone(phone, api)
    const fallback = outcomes.get(this.#defaultName())?.for.includes(api) ? this.#defaultName() : 'paid'
    return planOf(named ?? fallback) ?? plainPlan
  }
}
