// How payers wait for their gift after its POST was answered.
import http from 'node:http'
import { text } from 'node:stream/consumers'
import WebSocket from 'ws'
import { z } from 'zod'

/** As the plain build's dialog would ask, and the product's did before it had a socket. */
const POLL_MS = 1_000
/** Whoever hears nothing for so long puts the phone away. */
const PATIENCE_MS = 90_000

const ordered = z.object({ gift_id: z.string() })

/** @param told the answer to the POST */
export const giftIdOf = (told: string): string => ordered.parse(JSON.parse(told)).gift_id

/** Asks an address once a second. @param isOver reads the answer @throws Error where patience ends */
export async function waitByPolls(
  url: string,
  from: string,
  isOver: (answer: string) => boolean,
): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    if (isOver(await get(url, from))) return
  }
  throw new Error(`Nothing was heard of ${url}.`)
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 2_000 })

function get(url: string, from: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { 'x-forwarded-for': from } }, (response) => {
      text(response).then(resolve, reject)
    })
    request.once('error', reject)
  })
}

/** Listens to a socket of its own. @param isOver reads a message @throws Error where it closes before, or patience ends */
export function waitOnSocket(url: string, from: string, isOver: (message: string) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers: { 'x-forwarded-for': from } })
    const timer = setTimeout(() => socket.terminate(), PATIENCE_MS)
    socket.on('message', (data) => {
      if (!isOver(String(data))) return
      resolve()
      socket.terminate()
    })
    socket.once('close', () => {
      clearTimeout(timer)
      // Nothing, where it was over before.
      reject(new Error(`Nothing was heard of ${url}.`))
    })
    socket.once('error', reject)
  })
}
