import { notFound } from 'next/navigation'
import { appManifest } from '#components/shell/app-manifest.ts'
import { isLocale, locales } from '#messages/locales.ts'

export const dynamic = 'force-static'
export const dynamicParams = false

export function generateStaticParams() {
  return locales.map((locale) => ({ file: `${locale}.webmanifest` }))
}

/** One address per language, because browsers request a manifest without cookies. */
export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }) {
  const locale = (await params).file.replace(/\.webmanifest$/, '')
  if (!isLocale(locale)) notFound()
  return Response.json(await appManifest(locale), {
    headers: { 'content-type': 'application/manifest+json' },
  })
}
