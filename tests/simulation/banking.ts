import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { nairobiDay } from '#lib/core/clock.ts'
import { askBalanceJob } from '#lib/domain/cash/jobs.ts'
import { until } from '../support/until.ts'
import { rowOf } from './database.ts'
import type { Month } from './month.ts'
import { appointStaff, type Person } from './people.ts'

const TIMEOUT_SECONDS = 90
/** In cents, also odd ones. */
const CHARGES = [550, 1_107, 2_300]

/** Money outside of the product, in cents: the books of bank and owner. */
type Moved = { bank: bigint; owner: bigint; bankCharges: bigint }

/**
 * The owner's side: transfers to and from the bank, charges of M-Pesa and the bank, all recorded by two super
 * admins.
 */
export class Banking {
  readonly #month: Month
  readonly #admins: readonly [Person, Person]
  readonly #moved: Moved = { bank: 0n, owner: 0n, bankCharges: 0n }

  private constructor(month: Month, admins: readonly [Person, Person]) {
    this.#month = month
    this.#admins = admins
  }

  static async open(month: Month, like: Person): Promise<Banking> {
    const admins = [
      await appointStaff(month, like, 'super_admin', 'Amina'),
      await appointStaff(month, like, 'super_admin', 'Brian'),
    ] as const
    return new Banking(month, admins)
  }

  /** One round: owner's money, listed charges, float, a transfer to the bank and its charge. */
  async move(phone: string): Promise<void> {
    const { mpesa } = this.#month.stage
    for (const cents of CHARGES) await mpesa.charge(phone, cents)
    await this.#month.readStatement(2)
    await mpesa.move({ utilityCents: 500_000 })
    await this.#record({ kind: 'owner_in', place: 'utility', amount: 5_000 })
    await mpesa.move({ workingCents: -123_450 })
    await this.#record({ kind: 'to_bank', place: 'working', amount: 1_234.5 })
    await this.#record({ kind: 'bank_charge', place: 'bank', amount: 35.05 })
    await mpesa.move({ utilityCents: 100_000 })
    await this.#record({ kind: 'float_in', place: 'utility', amount: 1_000 })
    await mpesa.move({ workingCents: -77_777, utilityCents: 77_777 })
    await this.#record({ kind: 'mpesa_move', place: 'working', amount: 777.77 })
    this.#moved.owner += 500_000n
    this.#moved.bank += 123_450n - 3_505n - 100_000n
    this.#moved.bankCharges += 3_505n
  }

  /** M-Pesa's balance and the bank against the ledger. @returns the differences */
  async compare(): Promise<string[]> {
    const { database } = this.#month.stage
    await askBalance(this.#month)
    const found = await rowOf<{
      bank: bigint
      owner: bigint
      charges: bigint
      open: number
      opening: bigint
    }>(
      database,
      `SELECT -sum(posted) FILTER (WHERE kind = 'bank')::bigint AS bank,
        -sum(posted) FILTER (WHERE kind = 'bank_charges')::bigint AS charges,
        sum(posted) FILTER (WHERE kind = 'owner_funds')::bigint AS owner,
        (SELECT count(*)::int FROM balance_difference WHERE closed_at IS NULL) AS open,
        (SELECT coalesce(sum(working + utility), 0)::bigint FROM cash_journal WHERE kind = 'opening') AS opening
        FROM account`,
    )
    const { bank, owner, bankCharges } = this.#moved
    return [
      ...(found.bank === bank ? [] : [`The bank has ${bank} cents, the ledger says ${found.bank}`]),
      ...(found.charges === bankCharges
        ? []
        : [`The bank has charged ${bankCharges} cents, the ledger says ${found.charges}`]),
      ...(found.owner === owner + found.opening
        ? []
        : [`The owner has put in ${owner} cents, the ledger says ${found.owner - found.opening}`]),
      ...(found.open === 0 ? [] : [`${found.open} differences of M-Pesa’s balance are open`]),
    ]
  }

  async #record(body: { kind: string; place: string; amount: number }): Promise<void> {
    const { web, stage } = this.#month
    const [proposer, confirmer] = this.#admins
    const happened_on = nairobiDay(stage.clock.now())
    const asked = { ...body, happened_on, note: 'The simulated month' }
    const path = '/api/admin/cash-journals/'
    const { id } = z
      .object({ id: z.string() })
      .parse(await web.expect(201, { path, body: asked, access: await proposer.access(), key: randomUUID() }))
    await web.expect(200, {
      path: `${path}${id}/confirm/`,
      body: {},
      access: await confirmer.access(),
      key: randomUUID(),
    })
  }
}

/** Makes the worker query M-Pesa's balance, and waits for the comparison. */
export async function askBalance(month: Month): Promise<void> {
  const { database } = month.stage
  const count = async () =>
    (await rowOf<{ checks: number }>(database, 'SELECT count(*)::int AS checks FROM balance_check')).checks
  const before = await count()
  await until(
    'M-Pesa’s balance is compared',
    async () => {
      await month.work({ queue: 'payments', name: askBalanceJob.name })
      await month.settle()
      return (await count()) > before
    },
    TIMEOUT_SECONDS,
  )
}
