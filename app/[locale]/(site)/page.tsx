import { setRequestLocale } from 'next-intl/server'
import { HomePage } from '#components/home/home-page.tsx'
import { readHomeContent } from '#lib/web/page-content.ts'

export const revalidate = 5

export default async function Home({ params }: PageProps<'/[locale]'>) {
  const { locale } = await params
  setRequestLocale(locale)
  return <HomePage locale={locale} {...(await readHomeContent('newest'))} />
}
