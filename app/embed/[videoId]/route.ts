import { clothOf } from '#components/ui/cloth.ts'
import { answerEmbed } from '#lib/web/pages/embed.ts'

export async function GET(request: Request, { params }: { params: Promise<{ videoId: string }> }) {
  const { videoId } = await params
  return answerEmbed(request, videoId, clothOf(videoId).colours)
}
