// The plain build of a gift's path: Prisma, a queue for callbacks, and M-Pesa's call.
import { PrismaPg } from '@prisma/adapter-pg'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { PrismaClient } from '#lib/core/generated/prisma/client.ts'

type Given = { phone_number: string; session_id: string; device_fingerprint: string; vote_count: number }

function connect() {
  return {
    prisma: new PrismaClient({
      adapter: new PrismaPg({ connectionString: process.env.PLAIN_DATABASE_URL, max: 10 }),
    }),
    callbacks: new Queue('callbacks', {
      prefix: 'plain',
      connection: new Redis(process.env.PLAIN_REDIS_URL ?? '', { maxRetriesPerRequest: null }),
      defaultJobOptions: { removeOnComplete: 1_000, attempts: 20, backoff: { type: 'fixed', delay: 500 } },
    }),
  }
}

let opened: ReturnType<typeof connect> | undefined

/** Opened by the first request, because the build must not connect. */
export function open(): ReturnType<typeof connect> {
  opened ??= connect()
  return opened
}

/**
 * Checks the video and the phone's votes of the day, writes payment and gift, and requests the prompt.
 * @returns the gift's id
 */
export async function giveGift(videoId: string, given: Given, origin: string): Promise<string> {
  const { phone_number: phone, session_id: sessionId, vote_count: voteCount } = given
  const { prisma } = open()
  const id = crypto.randomUUID()
  await prisma.$transaction(async (tx) => {
    const video = await tx.video.findUniqueOrThrow({
      where: { id: videoId },
      include: { track: true, challenge: true, dancer: true },
    })
    if (video.status !== 'approved' || video.challenge.phase !== 'voting')
      throw new Error('Voting is not open.')
    const today = new Date(new Date().setUTCHours(0, 0, 0, 0))
    const { _sum } = await tx.gift.aggregate({
      where: { videoId, phone, createdAt: { gte: today } },
      _sum: { voteCount: true },
    })
    if ((_sum.voteCount ?? 0) + voteCount > 100) throw new Error('Too many votes.')
    const accountOf = (kind: string, ownerId: string | null) =>
      tx.account.findFirstOrThrow({ where: { kind, ownerId } })
    const dancer = await accountOf('dancer', video.dancerId)
    const musician = await accountOf('musician', video.track.musicianId)
    const accountReference = id.slice(-12)
    await tx.paymentIntent.create({
      data: { id, purpose: 'gift', state: 'submitting', amount: 5_000n, phone, accountReference },
    })
    await tx.gift.create({
      data: {
        intentId: id,
        videoId,
        challengeId: video.challengeId,
        dancerAccountId: dancer.id,
        musicianAccountId: musician.id,
        voteCount,
        phone,
        sessionId,
        deviceFingerprint: given.device_fingerprint,
      },
    })
  })
  const checkoutRequestId = await sendPrompt(phone, `${origin}/plain/callback/${id}`)
  await prisma.paymentIntent.update({
    where: { id },
    data: { state: 'awaiting', submittedAt: new Date(), checkoutRequestId },
  })
  return id
}

async function sendPrompt(phone: string, callbackUrl: string): Promise<string> {
  const response = await fetch(`${process.env.PLAIN_MPESA_URL}/mpesa/stkpush/v1/processrequest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ PhoneNumber: phone, PartyA: phone, Amount: 50, CallBackURL: callbackUrl }),
  })
  const { CheckoutRequestID } = (await response.json()) as { CheckoutRequestID: string }
  return CheckoutRequestID
}
