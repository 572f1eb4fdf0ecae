import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Month } from './month.ts'
import { payoutOutcomes, phoneFor } from './outcomes.ts'
import type { Person } from './people.ts'

const wallets = z.object({ results: z.array(z.object({ balance: z.number() })) })

/** Above it a withdrawal needs two approvals (lib/domain/settings). */
const MOST_SHILLINGS = 50_000
const LEAST_SHILLINGS = 10
/** At most so far to the next working day, and the one after it for a new number, with holidays. */
const DAYS_TO_PAYDAY = 6
const DAY_SECONDS = 86_400

let turn = 0

/** People withdraw a share of their balance, with varying outcomes at M-Pesa. @returns how many withdrew */
export async function withdraw(month: Month, people: readonly Person[], share: number): Promise<number> {
  const asked = await month.inTurns(people, 8, async (person) => {
    const balance = await balanceOf(month, person)
    const amount = Math.min(MOST_SHILLINGS, Math.floor(balance * share))
    if (amount < LEAST_SHILLINGS) return false
    const outcome = payoutOutcomes[turn++ % payoutOutcomes.length]
    const body = { amount, phone_number: outcome ? phoneFor(outcome) : person.phone }
    const path = '/api/wallet/api/withdraw/initiate/'
    const { status } = await month.web.ask({ path, body, access: await person.access(), key: randomUUID() })
    return status === 201
  })
  return asked.filter(Boolean).length
}

/** The owner's view of the wallet, in shillings. */
export async function balanceOf(month: Month, person: Person): Promise<number> {
  const path = '/api/wallet/api/my-wallet/'
  const answer = await month.web.expect(200, { method: 'GET', path, access: await person.access() })
  return wallets.parse(answer).results[0]?.balance ?? 0
}

/** Days pass until all requested withdrawals are sent, and M-Pesa was queried about missing outcomes. */
export async function waitForPayday(month: Month): Promise<void> {
  for (let day = 0; day < DAYS_TO_PAYDAY; day++) await month.pass(DAY_SECONDS)
  for (const passes of [400, 1_000, 3_600, 6 * 3_600, DAY_SECONDS, 3_600]) await month.pass(passes)
}
