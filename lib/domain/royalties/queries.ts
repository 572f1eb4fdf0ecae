import type { RoyaltyStatement } from '#lib/contract/royalties/calls.ts'
import type { Prisma } from '#lib/core/generated/prisma/client.ts'
import { toShillings } from '#lib/core/money.ts'
import { prisma } from '#lib/core/prisma.ts'

const statementFields = {
  challenge: true,
  lines: {
    include: { track: { select: { title: true } } },
    orderBy: [{ royalty: 'desc' }, { track: { title: 'asc' } }, { trackId: 'asc' }],
  },
} as const satisfies Prisma.RoyaltyStatementInclude

type StatementRow = Prisma.RoyaltyStatementGetPayload<{ include: typeof statementFields }>

/** A musician's statements, newest month first, each with a line for each track. Amounts in shillings. */
export async function listStatements(musicianId: string): Promise<RoyaltyStatement[]> {
  const found = await prisma().royaltyStatement.findMany({
    where: { musicianId },
    include: statementFields,
    orderBy: { challenge: { month: 'desc' } },
  })
  return found.map(present)
}

function present({ id, challenge, lines, ...statement }: StatementRow): RoyaltyStatement {
  return {
    id,
    challenge_id: challenge.id,
    challenge_title: challenge.title,
    // A statement is written when its month closes.
    closed_at: (challenge.closedAt ?? statement.createdAt).toISOString(),
    pool: toShillings(statement.pool),
    videos: statement.videos,
    all_videos: statement.allVideos,
    royalty: toShillings(statement.royalty),
    votes: statement.votes,
    vote_earnings: toShillings(statement.voteEarnings),
    lines: lines.map((line) => ({
      track_id: line.trackId,
      track_title: line.track.title,
      videos: line.videos,
      royalty: toShillings(line.royalty),
      votes: line.votes,
      vote_earnings: toShillings(line.voteEarnings),
    })),
  }
}
