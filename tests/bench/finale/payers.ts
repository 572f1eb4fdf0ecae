import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
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

type Offer = {
  perSecond: number
  seconds: number
  /** Polled; ends the offer early. */
  isEnough: (unanswered: number) => boolean
}

const TICK_MS = 4
let ordered = 0

/** Phones outside the seed's ranges. */
const phoneOf = (number: number) => `25478${String(number).padStart(7, '0')}`

/** Each payer has an address, set by a proxy as in production. */
const addressOf = (number: number) => `41.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`

/**
 * Orders gifts at a constant rate, regardless of answers, each by another phone and network.
 * @returns the offers, a promise of all answers, and one of all outcomes
 */
export async function offerGifts(
  { videos, requestFor, wait }: BuiltPath,
  { perSecond, seconds, isEnough }: Offer,
): Promise<{ offered: Offered[]; answered: Promise<unknown>; heard: () => Promise<unknown> }> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 2_000 })
  const offered: Offered[] = []
  const answers: Promise<void>[] = []
  const waits: Promise<void>[] = []
  let unanswered = 0
  const order = async () => {
    ordered += 1
    const [phone, video, from] = [phoneOf(ordered), videos[ordered % videos.length] ?? '', addressOf(ordered)]
    const gift: Offered = { phone, video, sentAt: moment() }
    offered.push(gift)
    unanswered += 1
    const { url, body } = requestFor(video, phone)
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'idempotency-key': randomUUID(),
      'x-forwarded-for': from,
    }
    const { status, told } = await send(url, { method: 'POST', agent, headers }, body).catch(
      (error: Error) => ({ status: 0, told: error.message }),
    )
    unanswered -= 1
    const isPrompt = status === 202 && !told.includes('"payment_url":"')
    gift.answer = { at: moment(), isPrompt, told: `${status} ${told}` }
    if (!isPrompt || !wait) return
    const waited = wait(told, from)
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
  const answered = Promise.all(answers).finally(() => agent.destroy())
  return { offered, answered, heard: () => Promise.all(waits) }
}

export function send(
  url: string,
  options: http.RequestOptions,
  body = '',
): Promise<{ status: number; told: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, options, (response) => {
      text(response).then((told) => resolve({ status: response.statusCode ?? 0, told }), reject)
    })
    request.once('error', reject)
    request.end(body)
  })
}

/** Reads an address at a constant rate. @returns a function that stops it */
export function readEvenly(url: string, perSecond: number): () => Promise<unknown> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const reads = new Set<Promise<void>>()
  const read = async () => {
    const { status } = await send(url, { agent, headers: { 'x-forwarded-for': '41.255.255.255' } })
    if (status !== 200) throw new Error(`${url} was answered ${status}.`)
  }
  const timer = setInterval(() => {
    const one = read().finally(() => reads.delete(one))
    reads.add(one)
  }, 1000 / perSecond)
  return () => {
    clearInterval(timer)
    return Promise.all(reads).finally(() => agent.destroy())
  }
}

/** As the product's dialog polled before it had a socket. */
const POLL_MS = 1_000
/** A payer gives up after this time. */
const TIMEOUT_MS = 90_000

const order = z.object({ gift_id: z.string() })

/** @param told the answer to the POST */
export const giftIdOf = (told: string): string => order.parse(JSON.parse(told)).gift_id

const polling = new http.Agent({ keepAlive: true, maxSockets: 2_000 })

/** Polls an address once a second. @param isOver reads the answer @throws Error after the payer's timeout */
export async function waitByPolls(
  url: string,
  from: string,
  isOver: (answer: string) => boolean,
): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; ) {
    await sleep(POLL_MS)
    if (isOver((await send(url, { agent: polling, headers: { 'x-forwarded-for': from } })).told)) return
  }
  throw new Error(`Nothing was heard of ${url}.`)
}

/**
 * Opens a socket. @param isOver reads a message @throws Error if it closes early, or after the payer's
 * timeout
 */
export function waitOnSocket(url: string, from: string, isOver: (message: string) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers: { 'x-forwarded-for': from } })
    const timer = setTimeout(() => socket.terminate(), TIMEOUT_MS)
    socket.on('message', (data) => {
      if (!isOver(String(data))) return
      resolve()
      socket.terminate()
    })
    socket.once('close', () => {
      clearTimeout(timer)
      // No effect after success.
      reject(new Error(`Nothing was heard of ${url}.`))
    })
    socket.once('error', reject)
  })
}
