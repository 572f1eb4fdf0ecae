import { open } from '../../../plain-build.ts'

/** A page of the feed, read each time. */
export async function GET(): Promise<Response> {
  const { prisma } = open()
  const where = { status: 'approved' } as const
  const [count, videos] = await Promise.all([
    prisma.video.count({ where }),
    prisma.video.findMany({
      where,
      orderBy: { uploadDate: 'desc' },
      take: 12,
      include: { dancer: { select: { username: true } }, track: { select: { title: true, artist: true } } },
    }),
  ])
  return Response.json({ count, results: videos })
}

export const dynamic = 'force-dynamic'
