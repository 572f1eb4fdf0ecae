import { randomUUID } from 'node:crypto'
import { on } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import WebSocket from 'ws'
import { z } from 'zod'
import { type BuiltPath, moment } from './built-path.ts'

/** One ordered gift of one vote. Times are of `moment`. */
export interface Offered {
  readonly phone: string
  readonly video: string
  readonly sentAt: number
  /** Undefined until answered. */
  answer?: { readonly at: number; readonly isPrompt: boolean; readonly told: string }
}

const TICK_MS = 4
/** Without timeouts, because an overloaded server answers late. */
export const agentOf = (connections: number) =>
  new Agent({ connections, connect: { timeout: 0 }, headersTimeout: 0, bodyTimeout: 0 })
const payers = agentOf(2_000)
const visitors = agentOf(64)
let ordered = 0

/** Each payer has an address, set by a proxy as in production. */
const addressOf = (number: number) => `41.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`

const prompted = z.object({ gift_id: z.string(), payment_url: z.null().optional() })

/**
 * Orders gifts at a constant rate, regardless of answers, each by another phone and network.
 * @param isEnough ends the offer early
 * @returns the offers, a promise of all answers, and one of all outcomes
 */
export async function offerGifts(
  { videos, giftsOf, wait }: BuiltPath,
  perSecond: number,
  seconds: number,
  isEnough: (unanswered: number) => boolean,
) {
  const offered: Offered[] = []
  const answers: Promise<void>[] = []
  const waits: Promise<void>[] = []
  let unanswered = 0
  const order = async () => {
    ordered += 1
    // Outside the seed's ranges.
    const phone = `25478${String(ordered).padStart(7, '0')}`
    const [video = '', from] = [videos[ordered % videos.length], addressOf(ordered)]
    const gift: Offered = { phone, video, sentAt: moment() }
    offered.push(gift)
    unanswered += 1
    const name = `finale-${phone}`
    const body = { session_id: name, device_fingerprint: name, phone_number: phone, vote_count: 1 }
    const headers = { 'idempotency-key': randomUUID(), 'x-forwarded-for': from }
    const { status, told } = await post(giftsOf(video), JSON.stringify(body), headers)
    unanswered -= 1
    const { data } = prompted.safeParse(status === 202 && JSON.parse(told))
    gift.answer = { at: moment(), isPrompt: data !== undefined, told: `${status} ${told}` }
    if (!data || !wait) return
    const waited = wait(data.gift_id, from)
    // Checked at the end, with all others.
    waited.catch(() => undefined)
    waits.push(waited)
  }
  const startedAt = moment()
  while (moment() - startedAt < seconds * 1000 && !isEnough(unanswered)) {
    const due = Math.floor(((moment() - startedAt) / 1000) * perSecond)
    while (offered.length < due) answers.push(order())
    await sleep(TICK_MS)
  }
  return { offered, answered: Promise.all(answers), heard: () => Promise.all(waits) }
}

/** Posts JSON. @returns status 0 without an answer */
export async function post(
  url: string,
  body: string,
  more: Record<string, string> = {},
  dispatcher: Agent = payers,
) {
  const headers = { ...more, 'content-type': 'application/json' }
  try {
    const response = await request(url, { method: 'POST', headers, body, dispatcher })
    return { status: response.statusCode, told: await response.body.text() }
  } catch (error) {
    return { status: 0, told: String(error) }
  }
}

/** @throws Error unless the answer is 200 */
async function read(url: string, from: string, dispatcher: Agent): Promise<string> {
  const { statusCode, body } = await request(url, { dispatcher, headers: { 'x-forwarded-for': from } })
  const told = await body.text()
  if (statusCode !== 200) throw new Error(`${url} was answered ${statusCode}: ${told}`)
  return told
}

/** Reads an address at a constant rate. @returns a function that stops it */
export function readEvenly(url: string, perSecond: number): () => Promise<unknown> {
  const reads: Promise<string>[] = []
  const timer = setInterval(() => {
    const one = read(url, '41.255.255.255', visitors)
    // Checked at the end, with all others.
    one.catch(() => undefined)
    reads.push(one)
  }, 1000 / perSecond)
  return () => {
    clearInterval(timer)
    return Promise.all(reads)
  }
}

/** As the product's dialog polled before it had a socket. */
const POLL_MS = 1_000
/** A payer gives up after this time. */
const TIMEOUT_MS = 90_000

/** Reads an answer or a message. @returns whether the gift counts */
type IsOver = (told: string) => boolean

/** Polls an address once a second. @throws Error after the payer's timeout */
export async function waitByPolls(url: string, from: string, isOver: IsOver): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; ) {
    await sleep(POLL_MS)
    if (isOver(await read(url, from, payers))) return
  }
  throw new Error(`Nothing was heard of ${url}.`)
}

/** Opens a socket. @throws Error if it closes early, or after the payer's timeout */
export async function waitOnSocket(url: string, from: string, isOver: IsOver): Promise<void> {
  const socket = new WebSocket(url, { headers: { 'x-forwarded-for': from } })
  const until = { close: ['close'], signal: AbortSignal.timeout(TIMEOUT_MS) }
  try {
    for await (const [data] of on(socket, 'message', until)) if (isOver(String(data))) return
  } finally {
    socket.terminate()
  }
  throw new Error(`Nothing was heard of ${url}.`)
}
