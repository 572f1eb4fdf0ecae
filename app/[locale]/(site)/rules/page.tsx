import { RulesPage } from '#components/faq/rules-page.tsx'
import { listed } from '#components/shell/page-metadata.ts'
import { readRules } from '#lib/web/pages/rules-content.ts'

export const dynamicParams = false

export const revalidate = 30

export const generateMetadata = listed('Rules', '/rules')

type RulesProps = { params: Promise<{ locale: string }> }

export default async function Rules({ params }: RulesProps) {
  const { locale } = await params
  return <RulesPage locale={locale} rules={await readRules()} />
}
