import type { PayerView } from '#lib/contract/people/calls.ts'
import { readMobile } from '#lib/contract/phone.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { isUuid } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { foundUsers } from '#lib/domain/accounts/named-users.ts'
import { maskPhone } from '#lib/domain/reconciliation/policy.ts'
import { disputesOfPhone, readOpenDisputes } from './disputes.ts'
import { sumOpen } from './open-money.ts'
import { openOthers, openPayments, openRefunds, payerSections } from './payer-sections.ts'

export type Payer = { readonly key: string; readonly phone: string; readonly isPartial: boolean }

/**
 * Finds a payer's phone by a phone, a receipt, a payment's id, or the id of a user with that phone in the
 * profile. A receipt has the phone as M-Pesa reported it, possibly masked or hashed, unless its payment has
 * the whole number.
 * @throws NotFoundError for an unknown key
 */
export async function readPayer(key: string): Promise<Payer> {
  const typed = readMobile(key)
  const phone = typed ?? (isUuid(key) ? await phoneOfId(key.toLowerCase()) : await phoneOfReceipt(key))
  if (!phone) throw new NotFoundError()
  return { key: typed ?? key, phone, isPartial: readMobile(phone) === null }
}

/** @throws NotFoundError also if M-Pesa masked or hashed the phone */
export async function phoneOfPayer(key: string): Promise<string> {
  const { phone, isPartial } = await readPayer(key)
  if (isPartial) throw new NotFoundError()
  return phone
}

async function phoneOfId(id: string): Promise<string | null> {
  const books = kysely(db())
  const payment = await books
    .selectFrom('paymentIntent')
    .select('phone')
    .where('id', '=', id)
    .executeTakeFirst()
  if (payment) return payment.phone
  const person = await books
    .selectFrom('appUser')
    .select('phoneNumber')
    .where('id', '=', id)
    .executeTakeFirst()
  return readMobile(person?.phoneNumber ?? '')
}

async function phoneOfReceipt(typed: string): Promise<string | null> {
  const found = await kysely(db())
    .selectFrom('mpesaReceipt as m')
    .leftJoin('paymentIntent as i', 'i.id', 'm.intentId')
    .select(['m.phone', 'i.phone as asked'])
    .where('m.receipt', '=', typed.trim().toUpperCase())
    .executeTakeFirst()
  const told = found?.phone ?? ''
  return readMobile(told) ?? (found?.asked || told || null)
}

/** @throws NotFoundError for an unknown key */
export async function viewPayer(given: string): Promise<PayerView> {
  const { key, phone, isPartial } = await readPayer(given)
  const books = kysely(db())
  const [people, gifts, disputes, ...open] = await Promise.all([
    isPartial ? [] : readPeople(phone),
    readGifts(phone),
    readOpenDisputes(disputesOfPhone(books, phone)),
    sumOpen('gifts', openPayments(books, phone).where('i.purpose', '=', 'gift').as('r')),
    sumOpen('payments', openOthers(books, phone).as('r')),
    sumOpen('refunds', openRefunds(books, phone).as('r')),
  ])
  return {
    key,
    phone: maskPhone(phone),
    is_partial: isPartial,
    people,
    gifts: { count: gifts.count, counted: toShillings(gifts.counted), votes: gifts.votes },
    first_at: gifts.firstAt?.toISOString() ?? null,
    last_at: gifts.lastAt?.toISOString() ?? null,
    open_money: open.flat(),
    open_disputes: disputes,
  }
}

/** Users with the phone in their profile or a withdrawal. */
function readPeople(phone: string) {
  return kysely(db())
    .selectFrom('appUser as u')
    .select(['u.id', 'u.username', 'u.role'])
    .where('u.deletedAt', 'is', null)
    .where('u.id', 'in', (eb) =>
      foundUsers(phone).union(
        eb.selectFrom('payout as p').select('p.ownerId as id').where('p.phone', '=', phone),
      ),
    )
    .orderBy('u.username')
    .limit(20)
    .execute()
}

function readGifts(phone: string) {
  const books = kysely(db())
  return books
    .selectFrom(payerSections.gifts(books, phone).as('r'))
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
      eb
        .cast<bigint>(
          eb.fn.coalesce(eb.fn.sum('r.amount').filterWhere('r.state', '=', 'counted'), eb.lit(0)),
          'bigint',
        )
        .as('counted'),
      eb
        .cast<number>(
          eb.fn.coalesce(eb.fn.sum('r.votes').filterWhere('r.state', '=', 'counted'), eb.lit(0)),
          'int4',
        )
        .as('votes'),
      eb.fn.min<Date | null>('r.at').as('firstAt'),
      eb.fn.max<Date | null>('r.at').as('lastAt'),
    ])
    .executeTakeFirstOrThrow()
}
