import { notFound } from 'next/navigation'
import { setRequestLocale } from 'next-intl/server'

/** Every path that is no page is led here (next.config.ts), so that one kept 404 answers all of them. */
export default async function Missing({ params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params
  setRequestLocale(locale)
  notFound()
}
