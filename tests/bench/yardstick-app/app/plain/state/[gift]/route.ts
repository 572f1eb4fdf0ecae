import { stateOfGift } from '../../../../plain-gift.ts'

type Context = { params: Promise<{ gift: string }> }

export async function GET(_: Request, { params }: Context): Promise<Response> {
  return Response.json({ state: await stateOfGift((await params).gift) })
}

export const dynamic = 'force-dynamic'
