import { clothOf } from '#components/ui/cloth.ts'
import { answerEmbed } from '#lib/web/pages/embed.ts'

/** A dance on another site. */
export async function GET(request: Request, { params }: { params: Promise<{ videoId: string }> }) {
  const { videoId } = await params
  return answerEmbed(request, videoId, clothOf(videoId).colours)
}
