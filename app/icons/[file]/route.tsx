import { ImageResponse } from 'next/og'
import { getTranslations } from 'next-intl/server'
import { AppPreview, appPreviews } from '#components/shell/app-preview.tsx'
import { brandIcons, brandSvg } from '#components/shell/brand-icon.ts'
import { formatShillings } from '#lib/client/formats/amounts.ts'
import { GIFT_PRICE_SHILLINGS } from '#lib/contract/gifts/constants.ts'

export const dynamic = 'force-static'
export const dynamicParams = false

export function generateStaticParams() {
  return [...Object.keys(brandIcons), ...Object.keys(appPreviews), 'icon.svg'].map((file) => ({ file }))
}

export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params
  const preview = appPreviews[file]
  if (preview) {
    const { locale, width, height } = preview
    const t = await getTranslations({ locale })
    const price = formatShillings(GIFT_PRICE_SHILLINGS)
    const lines = [t('Aside.step1'), t('Aside.step2', { price })]
    return new ImageResponse(<AppPreview preview={preview} wordmark={t('Site.wordmark')} lines={lines} />, {
      width,
      height,
    })
  }
  const icon = brandIcons[file]
  if (!icon) return new Response(brandSvg({ drum: 1 }), { headers: { 'content-type': 'image/svg+xml' } })
  const source = `data:image/svg+xml,${encodeURIComponent(brandSvg(icon))}`
  // biome-ignore lint/performance/noImgElement: drawn on the server
  const drawing = <img alt="" src={source} width={icon.size} height={icon.size} />
  return new ImageResponse(drawing, { width: icon.size, height: icon.size })
}
