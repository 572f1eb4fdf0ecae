import { type GivenGift, giveGift } from '../../../../plain-gift.ts'

type Context = { params: Promise<{ video: string }> }

export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { video } = await params
  const given = (await request.json()) as GivenGift
  const id = await giveGift(video, given, `http://${request.headers.get('host')}`)
  return Response.json({ success: true, gift_id: id, status: 'pending' }, { status: 202 })
}

export const dynamic = 'force-dynamic'
