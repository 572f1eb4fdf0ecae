// The control API over HTTP: JSON in, JSON out. README.md lists it.
import { z } from 'zod'
import { type Book, MoneyRefused } from './book.ts'
import { againSchema, answerSchema, type Control, importSchema, paybillSchema } from './control.ts'
import type { Handsets } from './handsets.ts'
import { nextOutcomeSchema } from './outcome-choice.ts'
import { outcomes } from './outcomes.ts'
import type { Prompts } from './prompts.ts'
import type { Reply } from './refusal.ts'
import type { Call, Router } from './router.ts'
import type { Schedule } from './schedule.ts'
import { type Merchant, settingsChangeSchema } from './settings.ts'

const phone = z.string().regex(/^254(7|1)\d{8}$/)
const cents = z.number().int().min(0).transform(BigInt)
const phoneSchema = z.strictObject({
  phone,
  autoAccept: z.boolean().nullish(),
  balanceCents: cents.optional(),
  depositCents: cents.optional(),
})
const accountsSchema = z.strictObject({ workingCents: cents.optional(), utilityCents: cents.optional() })
const advanceSchema = z.strictObject({
  ms: z
    .number()
    .int()
    .min(0)
    .max(30 * 86_400_000),
})
const awaySchema = z.strictObject({ ms: z.number().int().min(1).max(3_600_000) })
const outageSchema = z.strictObject({ outage: z.enum(['off', 'refuse', 'unavailable']) })

type Parts = {
  control: Control
  book: Book
  merchant: Merchant
  prompts: Prompts
  handsets: Handsets
  schedule: Schedule
}

export function addControlRoutes(router: Router, parts: Parts): void {
  const { control } = parts
  router.on('GET', '/control/book', () => ok(describeBook(parts)))
  router.on('GET', '/control/settings', () => ok(control.settings))
  router.on(
    'POST',
    '/control/settings',
    guard(settingsChangeSchema, (change) => control.configure(change)),
  )
  router.on(
    'POST',
    '/control/outage',
    guard(outageSchema, (change) => control.configure(change)),
  )
  router.on(
    'POST',
    '/control/away',
    guard(awaySchema, ({ ms }) => leaveFor(parts, ms)),
  )
  router.on('GET', '/control/outcomes', () => ok(listOutcomes()))
  router.on(
    'POST',
    '/control/outcomes',
    guard(nextOutcomeSchema, (next) => done(() => control.setNext(next))),
  )
  router.on('DELETE', '/control/outcomes', () => ok(done(() => control.clearOutcomes())))
  router.on(
    'POST',
    '/control/phones',
    guard(phoneSchema, (change) => setPhone(parts, change)),
  )
  router.on('GET', '/control/prompts/:phone', (call) =>
    ok({ open: parts.prompts.openOn(call.params.phone ?? '') ?? null }),
  )
  router.on(
    'POST',
    '/control/answer',
    guard(answerSchema, (answer) => ({ answered: control.answer(answer) })),
  )
  router.on(
    'POST',
    '/control/paybill',
    guard(paybillSchema, (payment) => control.payPaybill(payment)),
  )
  router.on(
    'POST',
    '/control/callback',
    guard(againSchema, async (again) => ({ sent: await control.callAgain(again) })),
  )
  router.on(
    'POST',
    '/control/advance',
    guard(advanceSchema, ({ ms }) => done(() => control.advance(ms))),
  )
  router.on(
    'POST',
    '/control/accounts',
    guard(accountsSchema, (accounts) => done(() => control.setAccounts(accounts))),
  )
  router.on(
    'POST',
    '/control/import',
    guard(importSchema, (lines) => ({ added: control.importTransactions(lines) })),
  )
  router.on('POST', '/control/revoke-token', () => ok(done(() => control.revokeToken())))
  router.on('GET', '/control/deliveries', () => ok({ deliveries: control.deliveries() }))
  router.on('GET', '/control/requests', (call) =>
    ok({ requests: control.requests(call.query.get('path') ?? undefined) }),
  )
  router.on('POST', '/control/reset', () => ok(done(() => control.reset())))
}

function describeBook({ book, merchant, schedule }: Parts) {
  return {
    shortcode: merchant.shortcode,
    at: schedule.now().toISOString(),
    accounts: book.accounts(),
    phones: book.phones(),
    transactions: book.transactions(),
  }
}

function listOutcomes() {
  return {
    outcomes: [...outcomes].map(([name, outcome]) => ({
      name,
      suffix: outcome.suffix ?? null,
      for: outcome.for,
      says: outcome.says,
    })),
  }
}

function setPhone({ control, book }: Parts, change: z.output<typeof phoneSchema>) {
  const { autoAccept, balanceCents, depositCents } = change
  if (autoAccept !== undefined) control.setAutoAccept(change.phone, autoAccept ?? undefined)
  if (balanceCents !== undefined) control.setBalance(change.phone, balanceCents)
  if (depositCents !== undefined) control.deposit(change.phone, depositCents)
  return { phone: change.phone, balanceCents: book.balanceOf(change.phone) }
}

/** Long enough for the answer to this very call to get through. */
const farewellMs = 50

function leaveFor({ control, schedule }: Parts, ms: number) {
  schedule.after(farewellMs, async () => {
    await control.goAway()
    schedule.after(ms, () => control.comeBack())
  })
  return { ok: true }
}

async function done(run: () => unknown): Promise<{ ok: true }> {
  await run()
  return { ok: true }
}

async function ok(value: unknown): Promise<Reply> {
  return { status: 200, json: await value }
}

/** Parses the body; what is wrong with it, or with what it asks for, is a 400 in plain words. */
function guard<Schema extends z.ZodType>(schema: Schema, run: (body: z.output<Schema>) => unknown) {
  return async (call: Call): Promise<Reply> => {
    const parsed = schema.safeParse(call.body)
    if (!parsed.success) return { status: 400, json: { error: z.prettifyError(parsed.error) } }
    try {
      return await ok(run(parsed.data))
    } catch (error) {
      if (error instanceof MoneyRefused || error instanceof RangeError) {
        return { status: 400, json: { error: error.message } }
      }
      throw error
    }
  }
}
