import { addSeconds } from './clock.ts'
import { db } from './db.ts'
import { kysely } from './kysely.ts'
import { prisma } from './prisma.ts'
import { type Params, prepared } from './speed/prepared-query.ts'

/** A write under an idempotency key that its caller chose. The same key may be used again for another route. */
export type KeyedWrite = {
  /** Unique to the call and the caller. */
  route: string
  key: string
  /** Hash of the whole request. */
  requestHash: Uint8Array
  moment: Date
}

/** The state of a key: claimed by this caller, used by a running write or by another request, or answered. */
export type KeyState =
  | { state: 'claimed' }
  | { state: 'running' }
  | { state: 'different' }
  | { state: 'answered'; status: number; body: unknown }

const ANSWER_SECONDS = 24 * 60 * 60
/** A running write renews its key (`renewKey`). After so long without that its process is taken for dead. */
const ABANDONED_SECONDS = 10
/** How often a running write renews its key, in ms. */
export const RENEW_AFTER_MS = 3_000

/** Claims the key for this write, or reads what became of the write that claimed it before. */
export async function claimKey(write: KeyedWrite): Promise<KeyState> {
  const { moment, ...asked } = write
  const claimed = await claim(db(), {
    ...asked,
    moment,
    answeredBefore: addSeconds(moment, -ANSWER_SECONDS),
    renewedBefore: addSeconds(moment, -ABANDONED_SECONDS),
  })
  return claimed.length > 0 ? { state: 'claimed' } : readKey(write)
}

type Claim = Params<KeyedWrite & { answeredBefore: Date; renewedBefore: Date }>

const claim = prepared(({ route, key, requestHash, moment, answeredBefore, renewedBefore }: Claim) =>
  kysely(db())
    .insertInto('idempotent_answer')
    .values({ route, key, request_hash: requestHash, created_at: moment })
    .onConflict((conflict) =>
      conflict
        .columns(['route', 'key'])
        .doUpdateSet((eb) => ({
          request_hash: eb.ref('excluded.request_hash'),
          status: null,
          body: null,
          created_at: eb.ref('excluded.created_at'),
        }))
        .where((eb) =>
          eb.or([
            eb('idempotent_answer.created_at', '<', answeredBefore),
            eb.and([
              eb('idempotent_answer.status', 'is', null),
              eb('idempotent_answer.created_at', '<', renewedBefore),
              eb('idempotent_answer.request_hash', '=', eb.ref('excluded.request_hash')),
            ]),
          ]),
        ),
    )
    .returning('key'),
)

const known = prepared(({ route, key, requestHash }: Params<Omit<KeyedWrite, 'moment'>>) =>
  kysely(db())
    .selectFrom('idempotent_answer')
    .select(['status', 'body'])
    .select((eb) => eb('request_hash', '=', requestHash).as('is_same'))
    .where('route', '=', route)
    .where('key', '=', key),
)

async function readKey(write: KeyedWrite): Promise<KeyState> {
  const [found] = await known(db(), write)
  // Another write has failed and released the key at this moment: the caller tries again.
  if (!found) return { state: 'running' }
  if (!found.is_same) return { state: 'different' }
  if (found.status === null) return { state: 'running' }
  return { state: 'answered', status: found.status, body: found.body }
}

/**
 * Says that the claimed write is still running.
 * @returns the write with its new moment; unchanged where another has claimed the key meanwhile
 */
export async function renewKey(write: KeyedWrite, moment: Date): Promise<KeyedWrite> {
  const renewed = await prisma().idempotentAnswer.updateMany({
    where: { route: write.route, key: write.key, createdAt: write.moment, status: null },
    data: { createdAt: moment },
  })
  return renewed.count > 0 ? { ...write, moment } : write
}

type Answer = Params<Omit<KeyedWrite, 'requestHash'> & { status: number; body: string | null }>

const updateAnswer = prepared(({ route, key, moment, status, body }: Answer) =>
  kysely(db())
    .updateTable('idempotent_answer')
    .set({ status, body })
    .where('route', '=', route)
    .where('key', '=', key)
    .where('created_at', '=', moment),
)

/** Stores the answer of a claimed write for a day. */
export async function storeAnswer(write: KeyedWrite, status: number, body: unknown): Promise<void> {
  const text = body === undefined ? null : JSON.stringify(body)
  await updateAnswer(db(), { ...write, status, body: text })
}

/** Releases the key of a write that has failed and so changed nothing. */
export async function releaseKey({ route, key, moment }: KeyedWrite): Promise<void> {
  await prisma().idempotentAnswer.deleteMany({ where: { route, key, createdAt: moment, status: null } })
}

/** Deletes answers that are older than a day. @returns how many */
export async function purgeAnswers(moment: Date): Promise<number> {
  const purged = await prisma().idempotentAnswer.deleteMany({
    where: { createdAt: { lt: addSeconds(moment, -ANSWER_SECONDS) } },
  })
  return purged.count
}
