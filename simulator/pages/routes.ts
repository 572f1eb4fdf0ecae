// The paths of the pages, and what a person does on a handset page.
import { z } from 'zod'
import type { C2b } from '../calls/c2b.ts'
import { MoneyRefused } from '../mpesa/book.ts'
import { toJson } from '../mpesa/formats.ts'
import { type Call, notFound, type Reply, type Router } from '../server.ts'
import { type HandsetParts, readHandset, renderHandset } from './handset-page.ts'
import { asset } from './html.ts'
import { renderIndex } from './index-page.ts'

const pin = z.string().regex(/^\d{4}$/)
const pinSchema = z.object({ checkoutRequestId: z.string(), pin })
const declineSchema = z.object({ checkoutRequestId: z.string(), how: z.enum(['cancel', 'expire']) })
const shillings = z.coerce.number().int().min(1).max(250_000)
const paybillSchema = z.object({
  business: z.string().regex(/^\d{5,7}$/, 'A business number has five to seven digits.'),
  account: z.string().trim().min(1, 'The account number is missing.').max(20),
  amount: shillings,
  pin,
})
const ussdSchema = z.object({ sessionId: z.string().min(1).max(60), text: z.string().max(400) })
const depositSchema = z.object({ amount: shillings })

const wrongPin = '0000'
/** How often an open page is written to. Writing finds connections that broke, whose phones then answer by themselves again. */
const heartbeatMs = 15_000

type Parts = HandsetParts & { c2b: C2b }

export function addPageRoutes(router: Router, parts: Parts): void {
  router.on('GET', '/pages/:name', (call) => asset(call.params.name ?? ''))
  router.on('GET', '/', () => renderIndex(parts, ''))
  router.on('GET', '/phone', (call) => openPhone(parts, call.query.get('number') ?? ''))
  router.on('GET', '/phone/:phone', (call) => {
    const phone = toMsisdn(call.params.phone ?? '')
    if (phone === undefined || phone !== call.params.phone) return openPhone(parts, call.params.phone ?? '')
    const draft = { account: call.query.get('account') ?? '', amount: call.query.get('amount') ?? '' }
    return renderHandset(readHandset(parts, phone), draft)
  })
  router.on('GET', '/phone/:phone/events', (call) => watch(parts, call.params.phone ?? ''))
  act(router, 'pin', pinSchema, (phone, body) => {
    if (!isOpen(parts, phone, body.checkoutRequestId)) return gone
    parts.prompts.enterPin(phone, body.pin)
    return { status: 200, json: { ok: true } }
  })
  act(router, 'decline', declineSchema, (phone, body) => {
    if (!isOpen(parts, phone, body.checkoutRequestId)) return gone
    parts.prompts.decline(phone, body.how === 'cancel' ? 1032 : 1037)
    return { status: 200, json: { ok: true } }
  })
  act(router, 'paybill', paybillSchema, (phone, body) => pay(parts, phone, body))
  act(router, 'ussd', ussdSchema, async (phone, body) => {
    if (!parts.ussd) return { status: 404, json: { error: 'Nobody answers USSD here.' } }
    return { status: 200, json: await parts.ussd.ask(phone, body.sessionId, body.text) }
  })
  act(router, 'deposit', depositSchema, (phone, body) => {
    parts.book.deposit({ phone, amountCents: BigInt(body.amount) * 100n })
    parts.handsets.refresh(phone)
    return { status: 200, json: { ok: true } }
  })
}

const gone: Reply = { status: 409, json: { error: 'This prompt is over.' } }

/** 0712 345 678, +254712345678, 254712345678 → 254712345678; undefined for anything else. */
function toMsisdn(text: string): string | undefined {
  const digits = text.replace(/[\s()+-]/g, '')
  return /^(?:254|0)?([17]\d{8})$/.exec(digits)?.[1]?.padStart(12, '254')
}

function openPhone(parts: Parts, number: string): Reply {
  const phone = toMsisdn(number)
  return phone
    ? { location: `/phone/${phone}` }
    : renderIndex(parts, 'That is no Kenyan mobile number: try 0712 345 678.')
}

/** The page's event stream: while it is open, the person at the page answers this phone. */
function watch(parts: Parts, phone: string): Reply {
  if (toMsisdn(phone) !== phone) throw notFound()
  return {
    stream: (write) => {
      const send = () => write(`data: ${toJson(readHandset(parts, phone))}\n\n`)
      const leave = parts.handsets.watch(phone, send)
      const heartbeat = setInterval(send, heartbeatMs)
      send()
      return () => {
        clearInterval(heartbeat)
        leave()
      }
    },
  }
}

function isOpen(parts: Parts, phone: string, checkoutRequestId: string): boolean {
  return parts.prompts.visibleOn(phone)?.checkoutRequestId === checkoutRequestId
}

async function pay(parts: Parts, phone: string, body: z.output<typeof paybillSchema>): Promise<Reply> {
  if (body.pin === wrongPin) {
    const message = 'Failed. You have entered the wrong PIN.'
    return { status: 200, json: { accepted: false, receipt: null, resultCode: '2001', message } }
  }
  const { business, account, amount } = body
  return {
    status: 200,
    json: await parts.c2b.pay({ phone, business, account, amountCents: BigInt(amount) * 100n }),
  }
}

/** Adds a POST under a phone. What is wrong with its body, and M-Pesa's refusals, are answered in sentences for the person. */
function act<Schema extends z.ZodType>(
  router: Router,
  name: string,
  schema: Schema,
  run: (phone: string, body: z.output<Schema>) => Reply | Promise<Reply>,
): void {
  router.on('POST', `/phone/:phone/${name}`, async (call: Call) => {
    const parsed = schema.safeParse(call.body)
    const phone = toMsisdn(call.params.phone ?? '')
    if (!parsed.success || phone === undefined) {
      const error = parsed.error?.issues[0]?.message ?? 'That is no Kenyan mobile number.'
      return { status: 400, json: { error } }
    }
    try {
      return await run(phone, parsed.data)
    } catch (error) {
      if (error instanceof MoneyRefused) return { status: 400, json: { error: error.message } }
      throw error
    }
  })
}
