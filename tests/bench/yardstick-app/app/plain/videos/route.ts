import { open } from '../../../plain.ts'

/** A page of the feed. */
export async function GET(): Promise<Response> {
  const { prisma } = open()
  const where = { status: 'approved' } as const
  const include = { dancer: { select: { username: true } }, track: { select: { title: true, artist: true } } }
  const [count, results] = await Promise.all([
    prisma.video.count({ where }),
    prisma.video.findMany({ where, orderBy: { uploadDate: 'desc' }, take: 12, include }),
  ])
  return Response.json({ count, results })
}

// Read each time.
export const dynamic = 'force-dynamic'
