import { open } from '../../../../plain-build.ts'

/** A job per callback. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ gift: string }> },
): Promise<Response> {
  const { gift } = await params
  await open().callbacks.add('callback', { gift, body: await request.json() })
  return Response.json({ ResultCode: 0, ResultDesc: 'Accepted' })
}

export const dynamic = 'force-dynamic'
