import { open } from '../../../../plain.ts'

type Context = { params: Promise<{ gift: string }> }

/** A job per callback. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { gift } = await params
  await open().callbacks.add('callback', { gift, body: await request.json() })
  return Response.json({ ResultCode: 0, ResultDesc: 'Accepted' })
}
