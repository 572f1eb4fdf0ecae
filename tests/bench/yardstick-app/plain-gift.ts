import { randomUUID } from 'node:crypto'
import { open, sendPrompt } from './plain-build.ts'

export type GivenGift = {
  phone_number: string
  session_id: string
  device_fingerprint: string
  vote_count: number
}

/**
 * Checks the video and the phone's votes of the day, writes payment and gift, and requests the prompt.
 * @returns the gift's id
 */
export async function giveGift(
  videoId: string,
  { phone_number: phone, session_id: sessionId, ...given }: GivenGift,
  origin: string,
): Promise<string> {
  const { prisma } = open()
  const id = randomUUID()
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
    if ((_sum.voteCount ?? 0) + given.vote_count > 100) throw new Error('Too many votes.')
    const accountOf = (kind: string, ownerId: string) =>
      tx.account.findFirstOrThrow({ where: { kind, ownerId } })
    const dancer = await accountOf('dancer', video.dancerId)
    const musician = await accountOf('musician', video.track.musicianId ?? '')
    await tx.paymentIntent.create({
      data: {
        id,
        purpose: 'gift',
        state: 'submitting',
        amount: 5_000n,
        phone,
        accountReference: id.slice(-12),
      },
    })
    await tx.gift.create({
      data: {
        intentId: id,
        videoId,
        challengeId: video.challengeId,
        dancerAccountId: dancer.id,
        musicianAccountId: musician.id,
        voteCount: given.vote_count,
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

/** @returns `credited` once it counts */
export async function stateOfGift(id: string): Promise<string> {
  const { state } = await open().prisma.paymentIntent.findUniqueOrThrow({ where: { id } })
  return state
}
