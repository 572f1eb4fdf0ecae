import { z } from 'zod'
import type { C2b } from '../calls/c2b.ts'
import { MoneyRefused } from '../mpesa/book.ts'
import { toJson } from '../mpesa/formats.ts'
import { type Language, wrongPinForPaybill } from '../mpesa/words.ts'
import { type Call, notFound, type Reply, type Router } from '../server.ts'
import { type HandsetParts, readHandset, renderHandset } from './handset-page.ts'
import { asset } from './html.ts'
import { renderIndex } from './index-page.ts'
import { languageOf, type PageWords, wordsOf } from './page-words.ts'

/** Names a sentence, because a schema does not know the language. */
function sentence(name: keyof PageWords): string {
  return name
}

function isSentence(name: string): name is keyof PageWords {
  return name in wordsOf('en')
}

const pin = z.string().regex(/^\d{4}$/)
const pinSchema = z.object({ checkoutRequestId: z.string(), pin })
const declineSchema = z.object({ checkoutRequestId: z.string(), how: z.enum(['cancel', 'expire']) })
const shillings = z.coerce.number().int().min(1).max(250_000)
const paybillSchema = z.object({
  business: z.string().regex(/^\d{5,7}$/, sentence('badBusiness')),
  account: z.string().trim().min(1, sentence('badAccount')).max(20),
  amount: shillings,
  pin,
})
const ussdSchema = z.object({ sessionId: z.string().min(1).max(60), text: z.string().max(400) })
const depositSchema = z.object({ amount: shillings })

const wrongPin = '0000'
/** Interval of writes that detect broken connections, whose phones then answer automatically. */
const heartbeatMs = 15_000

type Parts = HandsetParts & { c2b: C2b }

export function addPageRoutes(router: Router, parts: Parts): void {
  router.on('GET', '/pages/:name', (call) => asset(call.params.name ?? ''))
  router.on('GET', '/', (call) => renderIndex(parts, '', languageOf(call)))
  router.on('GET', '/phone', (call) => openPhone(parts, call.query.get('number') ?? '', languageOf(call)))
  router.on('GET', '/phone/:phone', (call) => {
    const phone = toMsisdn(call.params.phone ?? '')
    const language = languageOf(call)
    if (phone === undefined || phone !== call.params.phone)
      return openPhone(parts, call.params.phone ?? '', language)
    const draft = { account: call.query.get('account') ?? '', amount: call.query.get('amount') ?? '' }
    return renderHandset(readHandset(parts, phone, language), draft, language)
  })
  router.on('GET', '/phone/:phone/events', (call) => watch(parts, call.params.phone ?? '', languageOf(call)))
  act(router, 'pin', pinSchema, (phone, body, language) => {
    if (!isOpen(parts, phone, body.checkoutRequestId)) return gone(language)
    parts.prompts.enterPin(phone, body.pin)
    return { status: 200, json: { ok: true } }
  })
  act(router, 'decline', declineSchema, (phone, body, language) => {
    if (!isOpen(parts, phone, body.checkoutRequestId)) return gone(language)
    parts.prompts.decline(phone, body.how === 'cancel' ? 1032 : 1037)
    return { status: 200, json: { ok: true } }
  })
  act(router, 'paybill', paybillSchema, (phone, body, language) => pay(parts, phone, body, language))
  act(router, 'ussd', ussdSchema, async (phone, body, language) => {
    if (!parts.ussd) return { status: 404, json: { error: wordsOf(language).noUssd } }
    return { status: 200, json: await parts.ussd.ask(phone, body.sessionId, body.text) }
  })
  act(router, 'deposit', depositSchema, (phone, body) => {
    parts.book.deposit({ phone, amountCents: BigInt(body.amount) * 100n })
    parts.handsets.refresh(phone)
    return { status: 200, json: { ok: true } }
  })
}

function gone(language: Language): Reply {
  return { status: 409, json: { error: wordsOf(language).promptOver } }
}

/** Returns 254712345678 for 0712 345 678 and +254712345678; undefined if invalid. */
function toMsisdn(text: string): string | undefined {
  const digits = text.replace(/[\s()+-]/g, '')
  return /^(?:254|0)?([17]\d{8})$/.exec(digits)?.[1]?.padStart(12, '254')
}

function openPhone(parts: Parts, number: string, language: Language): Reply {
  const phone = toMsisdn(number)
  return phone
    ? { location: `/phone/${phone}?lang=${language}` }
    : renderIndex(parts, wordsOf(language).noPhone, language)
}

/** Streams a handset's state. While the stream is open, its person answers the phone's prompts. */
function watch(parts: Parts, phone: string, language: Language): Reply {
  if (toMsisdn(phone) !== phone) throw notFound()
  return {
    stream: (write) => {
      const send = () => write(`data: ${toJson(readHandset(parts, phone, language))}\n\n`)
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

async function pay(
  parts: Parts,
  phone: string,
  body: z.output<typeof paybillSchema>,
  language: Language,
): Promise<Reply> {
  if (body.pin === wrongPin) {
    const message = wrongPinForPaybill[language]
    return { status: 200, json: { accepted: false, receipt: null, resultCode: '2001', message } }
  }
  const { business, account, amount } = body
  const payment = { phone, business, account, amountCents: BigInt(amount) * 100n }
  const { said, ...paid } = await parts.c2b.pay(payment)
  return { status: 200, json: { ...paid, message: said[language] } }
}

/** Adds a POST route under a phone's path, with errors in sentences. */
function act<Schema extends z.ZodType>(
  router: Router,
  name: string,
  schema: Schema,
  run: (phone: string, body: z.output<Schema>, language: Language) => Reply | Promise<Reply>,
): void {
  router.on('POST', `/phone/:phone/${name}`, async (call: Call) => {
    const parsed = schema.safeParse(call.body)
    const phone = toMsisdn(call.params.phone ?? '')
    const language = languageOf(call)
    const t = wordsOf(language)
    if (!parsed.success || phone === undefined) {
      const problem = parsed.error?.issues[0]?.message
      const error =
        phone === undefined ? t.noPhone : problem && isSentence(problem) ? t[problem] : t.badFields
      return { status: 400, json: { error } }
    }
    try {
      return await run(phone, parsed.data, language)
    } catch (error) {
      // Only a deposit throws this error here; payments report their own errors.
      if (error instanceof MoneyRefused) return { status: 400, json: { error: t.tooMuchMoney } }
      throw error
    }
  })
}
