import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { assignMissingTracksJob } from '#lib/domain/assignments/jobs.ts'
import { until } from '../support/until.ts'
import { rowsOf } from './database.ts'
import type { Month } from './month.ts'
import { phoneFor } from './outcomes.ts'
import type { Person } from './people.ts'

/** A dancer's approved video. */
export type Contestant = { readonly id: string; readonly voteCode: string }

const joined = z.object({
  payment_status: z.enum(['none', 'pending', 'paid', 'failed']),
  amount: z.number(),
  paybill: z.object({ account_number: z.string() }).nullable(),
})
const state = z.object({ subscribed: z.boolean(), payment_status: z.string() })
const assignments = z.object({
  assignments: z.array(z.object({ track_details: z.object({ id: z.string() }), submitted: z.boolean() })),
})

/** Outcomes of a dancer's first prompt, in rotation. */
const FIRST_PROMPTS = [
  null,
  null,
  null,
  'cancelled',
  null,
  'no-callback',
  null,
  'twice',
  null,
  'ack-lost',
  null,
  'busy',
]

/** Every fourth dancer tops up the wallet and pays from it. */
export async function subscribe(month: Month, dancers: readonly Person[]): Promise<void> {
  await month.inTurns([...dancers.entries()], 8, async ([n, dancer]) => {
    if (n === Math.floor(dancers.length / 3)) month.killer.soon()
    if (n % 4 === 3) await topUp(month, dancer, 200 + n)
    else await askForPrompt(month, dancer, FIRST_PROMPTS[n % FIRST_PROMPTS.length] ?? null)
  })
  // Retries until everybody has joined.
  await until(
    'every dancer is subscribed',
    async () => {
      await month.pass(100)
      await month.readStatement(1)
      await month.settle()
      const waiting = await notSubscribed(month, dancers)
      await month.inTurns(waiting, 8, (dancer) => tryAgain(month, dancer))
      return waiting.length === 0
    },
    120,
  )
}

async function askForPrompt(month: Month, dancer: Person, outcome: string | null): Promise<void> {
  const phone = outcome ? phoneFor(outcome) : dancer.phone
  const { status, json } = await join(month, dancer, { phone_number: phone })
  if (status !== 202) return
  const { payment_status, amount, paybill } = joined.parse(json)
  if (payment_status === 'failed' && paybill)
    await month.stage.mpesa.payPaybill(phone, amount * 100, paybill.account_number)
}

async function tryAgain(month: Month, dancer: Person): Promise<void> {
  const fromWallet = await join(month, dancer, {})
  if (fromWallet.status === 400)
    await join(month, dancer, { phone_number: dancer.phone, retry_payment: true })
}

async function join(month: Month, dancer: Person, body: object) {
  const path = `/api/videos/challenges/${month.challengeId}/join/`
  return month.web.ask({ path, body, access: await dancer.access(), key: randomUUID() })
}

async function notSubscribed(month: Month, dancers: readonly Person[]): Promise<Person[]> {
  const asked = await month.inTurns(dancers, 8, async (dancer) => {
    const path = '/api/videos/challenge/subscription-status/'
    const answer = await month.web.expect(200, { method: 'GET', path, access: await dancer.access() })
    return { dancer, ...state.parse(answer) }
  })
  return asked.filter(({ subscribed }) => !subscribed).map(({ dancer }) => dancer)
}

/** Tops up the own wallet, in shillings. */
export async function topUp(
  month: Month,
  person: Person,
  amount: number,
  phone = person.phone,
): Promise<void> {
  const body = { amount, phone_number: phone }
  await month.web.ask({ path: '/api/wallet/api/topup/initiate/', body, access: await person.access() })
}

/** Each dancer submits a video per track; a few are rejected. @returns the videos in voting */
export async function enterVideos(
  month: Month,
  dancers: readonly Person[],
  officer: Person,
): Promise<Contestant[]> {
  // As the worker's schedule does, in case Redis lost the job.
  await month.work({ queue: 'housekeeping', name: assignMissingTracksJob.name })
  const chance = month.chance('videos')
  const submitted = await month.inTurns(dancers, 6, (dancer) => submitAll(month, dancer))
  for (const id of submitted.flat()) {
    const decision = chance.happens(0.1)
      ? { word: 'reject', body: { reason: 'Not a dance.' } }
      : { word: 'approve' }
    const path = `/api/videos/${id}/${decision.word}/`
    await month.web.ask({ path, body: decision.body, access: await officer.access() })
  }
  return rowsOf<Contestant>(
    month.stage.database,
    `SELECT id, vote_code AS "voteCode" FROM video WHERE challenge_id = $1 AND status = 'approved' AND kind = 'entry'
      ORDER BY youtube_video_id`,
    [month.challengeId],
  )
}

let videos = 0

async function submitAll(month: Month, dancer: Person): Promise<string[]> {
  const given = await until('the worker has assigned tracks', async () => {
    const path = '/api/videos/my-track-assignments/'
    const answer = await month.web.expect(200, { method: 'GET', path, access: await dancer.access() })
    const { assignments: found } = assignments.parse(answer)
    return found.length > 0 && found
  })
  const ids: string[] = []
  for (const { track_details: track } of given) {
    const body = { track_id: track.id, youtube_url: `https://youtu.be/${String(videos++).padStart(11, 'v')}` }
    const { status, json } = await month.web.ask({
      path: '/api/videos/submit/',
      body,
      access: await dancer.access(),
    })
    if (status === 201) ids.push(String(json.video_id))
  }
  return ids
}
