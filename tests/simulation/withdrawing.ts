import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Month } from './month.ts'
import { payoutOutcomes, phoneFor } from './outcomes.ts'
import type { Person } from './people.ts'

const wallets = z.object({ results: z.array(z.object({ balance: z.number() })) })

/** Above it two people have to say yes (lib/domain/settings). */
const MOST_SHILLINGS = 50_000
const LEAST_SHILLINGS = 10
/** The next working day, and the one after it for a number that is new, are no further away, holidays included. */
const DAYS_TO_PAYDAY = 6
const DAY_SECONDS = 86_400

let turn = 0

/** People withdraw a share of what they have; every phone makes M-Pesa do something else. @returns how many withdrew */
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

/** What a wallet shows its owner, in shillings. */
export async function balanceOf(month: Month, person: Person): Promise<number> {
  const path = '/api/wallet/api/my-wallet/'
  const answer = await month.web.expect(200, { method: 'GET', path, access: await person.access() })
  return wallets.parse(answer).results[0]?.balance ?? 0
}

/** Days pass until everything that was asked for has been sent, and M-Pesa asked about what it did not tell. */
export async function waitForPayday(month: Month): Promise<void> {
  for (let day = 0; day < DAYS_TO_PAYDAY; day++) await month.pass(DAY_SECONDS)
  for (const passes of [400, 1_000, 3_600, 6 * 3_600, DAY_SECONDS, 3_600]) await month.pass(passes)
}
