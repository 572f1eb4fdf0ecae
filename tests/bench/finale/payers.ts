import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BuiltPath } from './built-path.ts'
import { moment } from './moments.ts'

/** What a payer is told: to look at the phone, to pay by Paybill, to come again later, or nothing that helps. */
export type AnswerKind = 'prompt' | 'Paybill' | 'later' | 'failed'

/** One gift of one vote that somebody ordered. Times are of `moment`. */
export interface Offered {
  readonly phone: string
  readonly video: string
  readonly sentAt: number
  /** Undefined until there is an answer. */
  answer?: { readonly at: number; readonly kind: AnswerKind; readonly told: string }
}

const TICK_MS = 4
let ordered = 0

/** Phones of which no seed knows anything. */
const phoneOf = (number: number) => `25478${String(number).padStart(7, '0')}`

/** Each payer has an address of their own, told by a proxy as in production. */
const addressOf = (number: number) => `41.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`

type Rate = { perSecond: number; seconds: number }

/**
 * Has gifts ordered at an even rate, whether or not the ones before were answered, each by another phone from another network.
 * @param isEnough asked all the time; ends the offer before its time
 * @returns what was offered, a promise for all answers, and one for when all payers have heard what became of theirs
 */
export async function offerGifts(
  { videos, requestFor, wait }: Pick<BuiltPath, 'videos' | 'requestFor' | 'wait'>,
  { perSecond, seconds }: Rate,
  isEnough: (unanswered: number) => boolean,
): Promise<{ offered: Offered[]; answered: Promise<unknown>; heard: () => Promise<unknown> }> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 2_000 })
  const offered: Offered[] = []
  const answers: Promise<void>[] = []
  const waits: Promise<void>[] = []
  let unanswered = 0
  const order = () => {
    ordered += 1
    const phone = phoneOf(ordered)
    const video = videos[ordered % videos.length] ?? ''
    const gift: Offered = { phone, video, sentAt: moment() }
    offered.push(gift)
    unanswered += 1
    const { url, body, headers } = requestFor(video, phone)
    const from = addressOf(ordered)
    const sent = post(agent, url, body, { ...headers, 'x-forwarded-for': from }).catch((error: Error) => ({
      status: 0,
      told: error.message,
    }))
    answers.push(
      sent.then(({ status, told }) => {
        unanswered -= 1
        const kind = kindOf(status, told)
        gift.answer = { at: moment(), kind, told: `${status} ${told}` }
        if (kind !== 'prompt' || !wait) return
        const waited = wait(told, from)
        // Looked at in the end, with all others.
        waited.catch(() => undefined)
        waits.push(waited)
      }),
    )
  }
  const startedAt = moment()
  while (moment() - startedAt < seconds * 1000 && !isEnough(unanswered)) {
    const due = Math.floor(((moment() - startedAt) / 1000) * perSecond)
    while (offered.length < due) order()
    await sleep(TICK_MS)
  }
  const answered = Promise.all(answers).finally(() => agent.destroy())
  return { offered, answered, heard: () => Promise.all(waits) }
}

function kindOf(status: number, told: string): AnswerKind {
  if (status === 202) return told.includes('"payment_url":"') ? 'Paybill' : 'prompt'
  return status === 429 ? 'later' : 'failed'
}

async function post(
  agent: http.Agent,
  url: string,
  body: string,
  more: Record<string, string>,
): Promise<{ status: number; told: string }> {
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'idempotency-key': randomUUID(),
    ...more,
  }
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
      text(response).then((told) => resolve({ status: response.statusCode ?? 0, told }), reject)
    })
    request.once('error', reject)
    request.end(body)
  })
}

/** Reads an address at an even rate until it is stopped. @returns a function that stops it and tells how long each took, in ms */
export function readEvenly(url: string, perSecond: number): () => Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const took: number[] = []
  const reads = new Set<Promise<void>>()
  const read = async () => {
    const startedAt = moment()
    const status = await get(agent, url)
    if (status !== 200) throw new Error(`${url} was answered ${status}.`)
    took.push(moment() - startedAt)
  }
  const timer = setInterval(() => {
    const one = read().finally(() => reads.delete(one))
    reads.add(one)
  }, 1000 / perSecond)
  return async () => {
    clearInterval(timer)
    await Promise.all(reads)
    agent.destroy()
    return took
  }
}

function get(agent: http.Agent, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { 'x-forwarded-for': '41.255.255.255' } }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
    request.once('error', reject)
  })
}
