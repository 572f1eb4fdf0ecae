import { FaqPage } from '#components/faq/faq-page.tsx'
import { listed } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = listed('Faq', '/faq')

export default function Faq() {
  return <FaqPage />
}
