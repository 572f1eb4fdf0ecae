import { ImageResponse } from 'next/og'
import { brandIcons, brandSvg } from '#components/shell/brand-icon.ts'

export const dynamic = 'force-static'
export const dynamicParams = false

export function generateStaticParams() {
  return [...Object.keys(brandIcons), 'icon.svg'].map((file) => ({ file }))
}

export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }) {
  const icon = brandIcons[(await params).file]
  if (!icon) return new Response(brandSvg({ drum: 1 }), { headers: { 'content-type': 'image/svg+xml' } })
  const source = `data:image/svg+xml,${encodeURIComponent(brandSvg(icon))}`
  // biome-ignore lint/performance/noImgElement: drawn on the server
  const drawing = <img alt="" src={source} width={icon.size} height={icon.size} />
  return new ImageResponse(drawing, { width: icon.size, height: icon.size })
}
