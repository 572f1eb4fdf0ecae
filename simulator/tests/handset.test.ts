import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type Merchant, openMerchant, phone } from './merchant.ts'

let merchant: Merchant
const leaving: (() => void)[] = []
afterEach(async () => {
  for (const leave of leaving.splice(0)) leave()
  await merchant.close()
})

type State = {
  balance: string
  prompt: { id: string; question: string } | null
  messages: { text: string }[]
}

async function openHandset(of = phone) {
  const stop = new AbortController()
  const response = await fetch(`${merchant.api}/phone/${of}/events`, { signal: stop.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<State> => {
    const end = text.indexOf('\n\n')
    if (end >= 0) {
      const event = text.slice('data: '.length, end)
      text = text.slice(end + 2)
      return JSON.parse(event)
    }
    const chunk = await reader?.read()
    if (!chunk || chunk.done) throw new Error('The stream is over.')
    text += chunk.value
    return next()
  }
  const until = async (wanted: (state: State) => boolean): Promise<State> => {
    const state = await next()
    return wanted(state) ? state : until(wanted)
  }
  leaving.push(() => stop.abort())
  await next()
  return { until, leave: () => stop.abort() }
}

const act = async (action: string, body: unknown, of = phone) => {
  const response = await fetch(`${merchant.api}/phone/${of}/${action}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  return { status: response.status, json: await response.json() }
}

const resultCode = async () => {
  const [callback] = await merchant.waitFor('/m/')
  return JSON.parse(callback?.text ?? '').Body.stkCallback.ResultCode
}

test('while the page is open the person decides, and the right PIN pays', async () => {
  merchant = await openMerchant()
  const handset = await openHandset()
  await merchant.push()
  const { prompt } = await handset.until((state) => state.prompt !== null)
  expect(prompt?.question).toBe('Do you want to pay KES 250 to NGOMA Account no. V7K2M?')
  await merchant.simulator.control.advance(30_000)
  expect(merchant.received).toHaveLength(0)
  expect((await act('pin', { checkoutRequestId: prompt?.id, pin: '4711' })).status).toBe(200)
  const after = await handset.until((state) => state.prompt === null)
  expect(after.messages[0]?.text).toMatch(
    /^[A-Z0-9]{10} Confirmed\. Ksh250\.00 sent to NGOMA for account V7K2M on .* New M-PESA balance is Ksh19,750\.00\.$/,
  )
  expect(await resultCode()).toBe(0)
})

test.each([
  ['pin', { pin: '0000' }, 2001],
  ['decline', { how: 'cancel' }, 1032],
  ['decline', { how: 'expire' }, 1037],
])('%s with %o ends the prompt as %s', async (action, body, code) => {
  merchant = await openMerchant({ settings: { autoAccept: false } })
  const { json } = await merchant.push()
  await act(action, { checkoutRequestId: json.CheckoutRequestID, ...body })
  expect(await resultCode()).toBe(code)
  expect(merchant.simulator.book.transactions()).toHaveLength(0)
})

test('a prompt that nobody answers on an open page expires', async () => {
  merchant = await openMerchant()
  await openHandset()
  await merchant.push()
  await merchant.simulator.control.advance(60_000)
  expect(await resultCode()).toBe(1037)
})

test('once the page is closed, prompts are answered by themselves again', async () => {
  merchant = await openMerchant()
  const handset = await openHandset()
  handset.leave()
  await expect.poll(() => merchant.simulator.control.watchedPhones()).toEqual([])
  await merchant.push()
  expect(await resultCode()).toBe(0)
})

test('a page that shows an old prompt can’t answer the next one', async () => {
  merchant = await openMerchant({ settings: { autoAccept: false } })
  const first = await merchant.push()
  merchant.simulator.control.answer({ phone, answer: 'cancel' })
  await merchant.push()
  const late = await act('pin', { checkoutRequestId: first.json.CheckoutRequestID, pin: '1234' })
  expect(late).toMatchObject({ status: 409, json: { error: 'This prompt is over.' } })
})

test('a person pays by Paybill, and a wrong PIN or an empty account is refused with a sentence', async () => {
  merchant = await openMerchant()
  const form = { business: '600999', account: 'V7K2M', amount: '150', pin: '1234' }
  expect((await act('paybill', { ...form, pin: '0000' })).json).toMatchObject({
    accepted: false,
    resultCode: '2001',
  })
  expect(await act('paybill', { ...form, account: ' ' })).toMatchObject({ status: 400 })
  expect((await act('paybill', form)).json).toMatchObject({ accepted: true })
  expect(merchant.simulator.book.accounts().workingCents).toBe(15_000n)
})

test('the page is rendered whole, and a merchant’s text is escaped in it', async () => {
  merchant = await openMerchant({ settings: { autoAccept: false } })
  await merchant.push({ AccountReference: '<b>&"\'' })
  merchant.simulator.control.answer({ phone, answer: 'pin' })
  const page = await (await fetch(`${merchant.api}/phone/${phone}`)).text()
  expect(page).toContain('0712 345 678')
  expect(page).toContain('for account &lt;b&gt;&amp;&quot;&#39; on')
  expect(page).not.toContain('<b>')
})

test('a link can fill in the Paybill form', async () => {
  merchant = await openMerchant()
  const page = await (await fetch(`${merchant.api}/phone/${phone}?account=V7K2M&amount=250`)).text()
  expect(page).toMatch(/name="account"[^>]*value="V7K2M"/)
  expect(page).toMatch(/name="amount"[^>]*value="250"/)
})

test('a phone number in any spelling opens the phone, other text is refused with a sentence', async () => {
  merchant = await openMerchant()
  for (const number of ['0712 345 678', '+254712345678', '712345678']) {
    const response = await fetch(`${merchant.api}/phone?lang=sw&number=${encodeURIComponent(number)}`, {
      redirect: 'manual',
    })
    expect(response.headers.get('location')).toBe(`/phone/${phone}?lang=sw`)
  }
  const wrong = await (await fetch(`${merchant.api}/phone?number=12345`)).text()
  expect(wrong).toContain('That is no Kenyan mobile number')
})

test('what is dialled goes to the merchant as a gateway sends it, and its screens come back', async () => {
  const asked: string[] = []
  const answers = ['CON Language:\n1. English', 'END Done']
  const gateway = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    asked.push(Buffer.concat(chunks).toString('utf8'))
    response.end(answers[asked.length - 1] ?? 'nothing that a gateway knows')
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const { port } = gateway.address() as AddressInfo
  merchant = await openMerchant({ ussd: { url: `http://127.0.0.1:${port}/ussd/`, code: '*384*1#' } })
  try {
    const dial = (text: string) => act('ussd', { sessionId: 'one', text })
    expect(await dial('')).toEqual({ status: 200, json: { text: 'Language:\n1. English', goesOn: true } })
    expect(await dial('1')).toEqual({ status: 200, json: { text: 'Done', goesOn: false } })
    expect(Object.fromEntries(new URLSearchParams(asked[1]))).toEqual({
      sessionId: 'one',
      serviceCode: '*384*1#',
      phoneNumber: `+${phone}`,
      text: '1',
    })
    expect((await dial('2')).json).toEqual({ text: 'Connection problem or invalid MMI code.', goesOn: false })
    const shown = await (await fetch(`${merchant.api}/phone/${phone}`)).text()
    expect(shown).toContain('*384*1#')
  } finally {
    gateway.close()
  }
})

test('without a gateway nothing can be dialled', async () => {
  merchant = await openMerchant()
  expect((await act('ussd', { sessionId: 'one', text: '' })).status).toBe(404)
  expect(await (await fetch(`${merchant.api}/phone/${phone}`)).text()).not.toContain('id="dial"')
})

test('a phone speaks Swahili where the address, the cookie or the browser asks for it', async () => {
  merchant = await openMerchant({ settings: { autoAccept: false } })
  const page = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${merchant.api}${path}`, { headers })).text()
  await merchant.push()
  merchant.simulator.control.answer({ phone, answer: 'pin' })
  for (const [path, headers] of [
    [`/phone/${phone}?lang=sw`, {}],
    [`/phone/${phone}`, { cookie: 'theme=dark; locale=sw' }],
    [`/phone/${phone}`, { 'accept-language': 'sw-KE,en;q=0.5' }],
  ] as const) {
    const shown = await page(path, headers)
    expect(shown).toContain('<html lang="sw">')
    expect(shown).toContain('Imethibitishwa. Ksh250.00 zimetumwa kwa NGOMA kwa akaunti V7K2M tarehe')
    expect(shown).not.toMatch(/Confirmed|Cancel|M-PESA balance/)
  }
  expect(await page(`/phone/${phone}?lang=en`, { cookie: 'locale=sw' })).toContain('Confirmed.')
  const all = await page('/?lang=sw')
  for (const words of ['Fungua simu', 'mlipaji anaghairi (1032)', 'phone/254700000001?lang=sw'])
    expect(all).toContain(words)
  expect(all).not.toMatch(/the payer|the callback|nothing is done/)
  const form = { business: '600999', account: 'V7K2M', amount: '150', pin: '0000' }
  expect((await act('paybill?lang=sw', form)).json).toMatchObject({
    message: 'Imeshindikana. Umeweka PIN isiyo sahihi.',
  })
  expect((await act('paybill?lang=sw', { ...form, account: ' ' })).json).toEqual({
    error: 'Nambari ya akaunti haipo.',
  })
})
