import { giveGift, open } from '../../../../plain.ts'

type Context = { params: Promise<{ id: string }> }

/** Gives a gift to a video. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const origin = `http://${request.headers.get('host')}`
  const gift_id = await giveGift((await params).id, await request.json(), origin)
  return Response.json({ success: true, gift_id, status: 'pending' }, { status: 202 })
}

/** The state of a gift: `credited` once it counts. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { id } = await params
  const { state } = await open().prisma.paymentIntent.findUniqueOrThrow({ where: { id } })
  return Response.json({ state })
}
